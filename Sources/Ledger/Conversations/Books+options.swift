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
                entry.take(option)
                try change(&entry)
            }
            return OptionResult(user: user, option: option)
        }
        return results
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
    }
}

extension Entry {
    /// X-M04: while nothing is wanted, nothing counts and nothing becomes the last message.
    fileprivate mutating func take(_ option: ReceiveOption) {
        let counted = conversation.counted(for: account.number)
        if option == .refuse {
            let seen = membership.lastMessage(of: conversation)
            membership.heldLast = seen?.id ?? 0
            membership.heldMessage = seen
            membership.held.open(at: conversation.lastSeq)
            membership.unread.hold(at: counted)
        } else if membership.option == .refuse {
            membership.held.close(at: conversation.lastSeq)
            membership.unread.release(at: counted)
        }
        membership.option = option
    }
}
