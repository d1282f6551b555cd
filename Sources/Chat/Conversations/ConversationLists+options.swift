import ClientProtocol
import Domain
import JSON
import Storage

/// The messages of a conversation that users want to receive.
extension ConversationLists {
    package struct OptionResult: Sendable {
        package let user: String
        /// Nil: there is no such user.
        package let option: ReceiveOption?
    }

    /// C-Q11, X-51: stored also for conversations that are not in the list.
    package func setOption(_ option: ReceiveOption, towards users: [String], of number: AccountNumber)
        throws(CommandError)
        -> [OptionResult]
    {
        let account = try accounts.caller(number)
        let results = try users.map { user throws(CommandError) in
            guard let peer = try UserID(user).flatMap(accounts.reachableAccount) else {
                return OptionResult(user: user, option: nil)
            }
            let pair = Parties.users(account.number, peer.number)
            let present = try conversations.conversation(of: pair)
            if present == nil, option == .receive { return OptionResult(user: user, option: option) }
            let conversation = if let present { present } else { try conversations.makeConversation(of: pair) }
            var edit = try memberships.edit(of: account, in: conversation)
            if edit.membership.option != option {
                try settingLog.record(
                    .option, was: edit.membership.option.rawValue, of: account, in: edit.conversation.number)
                edit.membership.option = option
                edit.hold(option == .refuse)
                try change(&edit)
            }
            return OptionResult(user: user, option: option)
        }
        return results
    }

    /// C-Q11: how a group's messages are received; only a member can say.
    package func setOption(_ option: ReceiveOption, ofGroup id: String, by number: AccountNumber) throws(CommandError) {
        let (group, account, member) = try optionMember(in: id, by: number)
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        guard edit.membership.option != option else { return }
        try settingLog.record(.option, was: edit.membership.option.rawValue, of: account, in: edit.conversation.number)
        edit.membership.option = option
        edit.hold(member.ignores(option))
        try change(&edit)
    }

    package func option(ofGroup id: String, by number: AccountNumber) throws(CommandError) -> ReceiveOption {
        try optionMember(in: id, by: number).member.option
    }

    private func optionMember(in id: String, by number: AccountNumber) throws(CommandError) -> (
        group: Group, account: Account, member: Member
    ) {
        let account = try accounts.caller(number)
        guard let group = try groups.findGroup(id), let member = group.members[number] else {
            throw .refused(.conversationParameters, "the caller is in no such group", keys: ["groupID"])
        }
        return (group, account, member)
    }

    /// A deleted account takes along how others received its messages: the next owner of its id is another user. Told with what
    /// else of it is seen in their lists.
    func forgetOptions(towards account: Account, _ events: inout RelationEvents) throws(CommandError) {
        for (number, holder) in try optionsTowards(account) {
            var edit = try memberships.edit(of: accounts.account(holder), in: conversations.conversation(number))
            try settingLog.record(.option, was: edit.membership.option.rawValue, of: edit.account, in: number)
            edit.membership.option = .receive
            edit.hold(false)
            try memberships.commitEdit(edit, stored: true)
            events.show(edit.conversation, to: edit.account)
        }
    }

    /// The conversations with the account of which the other has said how to receive it, and who that is.
    private func optionsTowards(_ account: Account) throws(CommandError) -> [(
        conversation: ConversationNumber, holder: AccountNumber
    )] {
        var found: [(conversation: ConversationNumber, holder: AccountNumber)] = []
        try work.query(
            """
            SELECT conversation.id, high FROM conversation
            JOIN membership ON membership.id = (high << 32 | conversation.id)
            WHERE low = $1 AND high != $1 AND receive_option != 0
            UNION SELECT conversation.id, low FROM conversation
            JOIN membership ON membership.id = (low << 32 | conversation.id)
            WHERE high = $1 AND low != $1 AND receive_option != 0
            """, [.integer(account.number)]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return found
    }

    package func options(towards users: [String], of number: AccountNumber) throws(CommandError) -> [OptionResult] {
        let account = try accounts.caller(number)
        return try users.map { user throws(CommandError) in
            guard let peer = try UserID(user).flatMap(accounts.reachableAccount) else {
                return OptionResult(user: user, option: nil)
            }
            let option = try memberships.edit(.c2c(peer.id), of: account)?.membership.option
            return OptionResult(user: user, option: option ?? .receive)
        }
    }
}

extension MembershipEdit {
    /// X-M03, X-M04, X-M06: while nothing is wanted, nothing counts and nothing becomes the last message.
    mutating func hold(_ ignoredRanges: Bool) {
        guard ignoredRanges != membership.held.isOpen else { return }
        let counted = conversation.counted(for: account.number)
        if ignoredRanges {
            let seen = membership.lastMessage(of: conversation)
            membership.heldLast = seen?.id ?? 0
            membership.heldMessage = seen
            membership.held.open(at: conversation.headSeq)
            membership.unread.hold(at: counted, without: conversation.voids(for: account.number))
        } else {
            membership.held.close(at: conversation.headSeq)
            membership.unread.release(at: counted)
        }
    }

    /// X-M05, X-M07: the newest message is still for this member.
    mutating func letThrough(_ message: StoredMessage, counts: Bool) {
        guard membership.held.isOpen else { return }
        let counted = conversation.counted(for: account.number)
        membership.held.close(at: message.seq - 1)
        membership.unread.release(at: counts ? counted - 1 : counted)
        membership.held.open(at: message.seq)
        membership.unread.hold(at: counted, without: conversation.voids(for: account.number))
    }
}
