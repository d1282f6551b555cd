import ClientProtocol
import Domain

extension Books {
    /// C-30: to the very front, for all devices. Unchanged: nothing happens (C-Q18).
    package func pin(_ id: ConversationID, _ isPinned: Bool, of number: Int64) throws {
        let account = try caller(number)
        var entry = try listedEntry(id, of: account)
        guard entry.membership.isPinned != isPinned else { return }
        entry.membership.isPinned = isPinned
        try change(&entry)
    }

    /// C-33, C-35, C-Q20: the record and this user's history go; the other's stay, and no device is told but of the total.
    package func delete(_ id: ConversationID, of number: Int64) throws {
        let account = try caller(number)
        guard var entry = try entry(id, of: account) else { return }
        unlist(&entry)
        entry.membership.visibleAfter = entry.conversation.lastSeq
        entry.membership.heldLast = 0
        entry.membership.heldMessage = nil
        try settle(entry, stored: true)
    }

    package struct OptionResult: Sendable {
        package let user: String
        /// Nil: there is no such user.
        package let option: ReceiveOption?
    }

    /// C-Q11, X-51: stored also for conversations that are not in the list.
    package func setOption(_ option: ReceiveOption, towards users: [String], of number: Int64) throws -> [OptionResult]
    {
        let account = try caller(number)
        let results = try users.map { user in
            guard let peer = try UserID(user).flatMap(reachableAccount) else {
                return OptionResult(user: user, option: nil)
            }
            let pair = Pair(account.number, peer.number)
            let present = try conversation(of: pair)
            if present == nil, option == .receive { return OptionResult(user: user, option: option) }
            var entry = try entry(of: account, in: present ?? makeConversation(of: pair))
            if entry.membership.option != option {
                try note(.option, was: entry.membership.option.rawValue, of: account, in: entry.conversation.number)
                entry.membership.option = option
                entry.hold(option == .refuse)
                try change(&entry)
            }
            return OptionResult(user: user, option: option)
        }
        return results
    }

    /// C-Q11: how a team's messages are received; whoever is no member cannot say.
    package func setOption(_ option: ReceiveOption, ofTeam id: String, by number: Int64) throws {
        let (team, account) = try optionSeat(in: id, by: number)
        var entry = try entry(of: account, in: conversation(of: team))
        guard entry.membership.option != option else { return }
        try note(.option, was: entry.membership.option.rawValue, of: account, in: entry.conversation.number)
        entry.membership.option = option
        entry.hold(team.members[number]!.holds(option))
        try change(&entry)
    }

    package func option(ofTeam id: String, by number: Int64) throws -> ReceiveOption {
        let (team, _) = try optionSeat(in: id, by: number)
        return team.members[number]!.option
    }

    private func optionSeat(in id: String, by number: Int64) throws -> (team: Team, account: Account) {
        let account = try caller(number)
        guard let team = try findTeam(id), team.members[number] != nil else {
            throw Refusal(.conversationParameters, "the caller is in no such group", keys: ["groupID"])
        }
        return (team, account)
    }

    package func options(towards users: [String], of number: Int64) throws -> [OptionResult] {
        let account = try caller(number)
        return try users.map { user in
            guard let peer = try UserID(user).flatMap(reachableAccount) else {
                return OptionResult(user: user, option: nil)
            }
            let option = try entry(.c2c(peer.id), of: account)?.membership.option
            return OptionResult(user: user, option: option ?? .receive)
        }
    }

    /// The user has changed something about the conversation: stored, and told to all own devices if it is in the list.
    func change(_ entry: inout Entry) throws {
        entry.membership.changedAt = now
        try settle(entry, stored: true)
        guard entry.membership.isListed else { return }
        let seq = try note(.conversationChanged, subject: entry.conversation.number, for: entry.account)
        tell(.conversations([try view(entry)], isNew: false, seq: seq), to: entry.account)
        noteTold(entry.conversation, to: entry.account)
    }
}

extension Entry {
    /// X-M03, X-M04, X-M06: while nothing is wanted, nothing counts and nothing becomes the last message.
    mutating func hold(_ holds: Bool) {
        guard holds != membership.held.isOpen else { return }
        let counted = conversation.counted(for: account.number)
        if holds {
            let seen = membership.lastMessage(of: conversation)
            membership.heldLast = seen?.id ?? 0
            membership.heldMessage = seen
            membership.held.open(at: conversation.lastSeq)
            membership.unread.hold(at: counted)
        } else {
            membership.held.close(at: conversation.lastSeq)
            membership.unread.release(at: counted)
        }
    }

    /// X-M05, X-M07: the newest message is for this member all the same.
    mutating func letThrough(_ message: StoredMessage, counts: Bool) {
        guard membership.held.isOpen else { return }
        let counted = conversation.counted(for: account.number)
        membership.held.close(at: message.seq - 1)
        membership.unread.release(at: counts ? counted - 1 : counted)
        membership.held.open(at: message.seq)
        membership.unread.hold(at: counted)
    }
}
