import ClientProtocol
import Domain
import JSON
import Storage

extension ChatState {
    /// C-30: to the very front, for all devices. Unchanged: nothing happens (C-Q18).
    package func pin(_ id: ConversationID, _ isPinned: Bool, of number: Int64) throws {
        let account = try caller(number)
        var edit = try listedEdit(id, of: account)
        guard edit.membership.isPinned != isPinned else { return }
        edit.membership.isPinned = isPinned
        edit.membership.claim = .place
        try change(&edit)
    }

    /// C-Q27: a mark for the user's own eyes, which no count knows of. Reading takes it away.
    package func markUnread(_ id: ConversationID, _ isMarked: Bool, of number: Int64) throws {
        var edit = try listedEdit(id, of: caller(number))
        guard edit.membership.isMarkedUnread != isMarked else { return }
        edit.membership.isMarkedUnread = isMarked
        try change(&edit)
    }

    /// C-33, C-35, C-Q20, C-Q22: the records and this user's history go, and the other's stay. Own devices are told of those
    /// of which there was something.
    package func delete(_ ids: [ConversationID], of number: Int64) throws {
        let account = try caller(number)
        var deleted: [String] = []
        for id in ids {
            guard var edit = try edit(id, of: account), edit.isThere else { continue }
            unlist(&edit)
            edit.membership.visibleAfter = edit.membership.lastSeq(of: edit.conversation)
            edit.membership.heldLast = 0
            edit.membership.heldMessage = nil
            try commitEdit(edit, stored: true)
            deleted.append(try self.id(of: edit.conversation, for: account).description)
        }
        guard !deleted.isEmpty else { return }
        var json = JSONWriter()
        json.array { json in
            for id in deleted { json.value(id) }
        }
        let seq = try append(.conversationsDeleted, subject: 0, detail: json.text, for: account)
        emit(.conversationsDeleted(json.text, seq: seq), to: account)
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
            var edit = try edit(of: account, in: present ?? makeConversation(of: pair))
            if edit.membership.option != option {
                try record(.option, was: edit.membership.option.rawValue, of: account, in: edit.conversation.number)
                edit.membership.option = option
                edit.hold(option == .refuse)
                try change(&edit)
            }
            return OptionResult(user: user, option: option)
        }
        return results
    }

    /// C-Q11: how a group's messages are received; whoever is no member cannot say.
    package func setOption(_ option: ReceiveOption, ofGroup id: String, by number: Int64) throws {
        let (group, account) = try optionMember(in: id, by: number)
        var edit = try edit(of: account, in: conversation(of: group))
        guard edit.membership.option != option else { return }
        try record(.option, was: edit.membership.option.rawValue, of: account, in: edit.conversation.number)
        edit.membership.option = option
        edit.hold(group.members[number]!.ignores(option))
        try change(&edit)
    }

    package func option(ofGroup id: String, by number: Int64) throws -> ReceiveOption {
        let (group, _) = try optionMember(in: id, by: number)
        return group.members[number]!.option
    }

    private func optionMember(in id: String, by number: Int64) throws -> (group: Group, account: Account) {
        let account = try caller(number)
        guard let group = try findGroup(id), group.members[number] != nil else {
            throw Refusal(.conversationParameters, "the caller is in no such group", keys: ["groupID"])
        }
        return (group, account)
    }

    /// A deleted account takes along how others received its messages: whoever gets its id next is another. Told with what
    /// else of it is seen in their lists.
    func forgetOptions(towards account: Account, _ events: inout RelationEvents) throws {
        for (number, holder) in try optionsTowards(account) {
            var edit = try edit(of: self.account(holder), in: conversation(number))
            try record(.option, was: edit.membership.option.rawValue, of: edit.account, in: number)
            edit.membership.option = .receive
            edit.hold(false)
            try commitEdit(edit, stored: true)
            events.show(edit.conversation, to: edit.account)
        }
    }

    /// The conversations with the account of which the other has said how to receive it, and who that is.
    private func optionsTowards(_ account: Account) throws -> [(conversation: Int64, holder: Int64)] {
        var found: [(conversation: Int64, holder: Int64)] = []
        try store.query(
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

    package func options(towards users: [String], of number: Int64) throws -> [OptionResult] {
        let account = try caller(number)
        return try users.map { user in
            guard let peer = try UserID(user).flatMap(reachableAccount) else {
                return OptionResult(user: user, option: nil)
            }
            let option = try edit(.c2c(peer.id), of: account)?.membership.option
            return OptionResult(user: user, option: option ?? .receive)
        }
    }

    /// The user has changed something about the conversation: stored, and told to all own devices if it is in the list.
    func change(_ edit: inout MembershipEdit) throws {
        edit.membership.changedAt = now
        try commitEdit(edit, stored: true)
        guard edit.membership.isListed else { return }
        let seq = try append(.conversationChanged, subject: edit.conversation.number, for: edit.account)
        emit(.conversations([try view(edit)], isNew: false, seq: seq), to: edit.account)
        markTold(edit.conversation, to: edit.account)
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
