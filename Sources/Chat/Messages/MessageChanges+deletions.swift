import ClientProtocol
import Domain
import JSON
import Storage

/// M-27 to M-29: users delete messages out of their own histories.
extension MessageChanges {
    /// Returns those of the messages that the user had, in their order; to delete the others changes nothing.
    package func delete(
        _ numbers: [MessageNumber], in id: ConversationID, of caller: AccountNumber
    ) throws(CommandError) -> [MessageNumber] {
        try delete(numbers, in: id, of: accounts.caller(caller))
    }

    /// M-29: a backend does it for a user.
    package func delete(
        _ numbers: [MessageNumber], in id: ConversationID, of user: UserID
    ) throws(CommandError) -> [MessageNumber] {
        guard let account = try accounts.account(user), account.isThere else {
            throw .refused(.noAccount, keys: ["userID"])
        }
        return try delete(numbers, in: id, of: account)
    }

    private func delete(
        _ numbers: [MessageNumber], in id: ConversationID, of account: Account
    ) throws(CommandError) -> [MessageNumber] {
        if case .group(let id) = id {
            let group = try groups.group(id, key: "conversationID")
            if group[account.number] == nil { throw .refused(.notInGroup, keys: ["conversationID"]) }
            try group.requireSound(account.number)
        }
        guard var edit = try memberships.edit(id, of: account) else { return [] }
        let messages = try deletable(numbers, to: edit)
        guard !messages.isEmpty else { return [] }
        try requireRoom(for: messages.count, in: edit)
        try hide(messages, in: &edit)
        var json = JSONWriter()
        json.object { json in
            json.field("conversationID", id.description)
            json.array("msgIds") { json in
                for message in messages { json.value("\(message.id.rawValue)") }
            }
        }
        try work.emit(
            MessageDeleted(detail: json.text), inStreamAs: .messagesDeleted, detail: json.text, to: account)
        try conversationLists.change(&edit)
        return messages.map(\.id)
    }

    private func deletable(
        _ numbers: [MessageNumber], to edit: MembershipEdit
    ) throws(CommandError) -> [StoredMessage] {
        var found: [StoredMessage] = []
        for number in Set(numbers).sorted() {
            guard let message = try messageStore.find(number), message.conversation == edit.conversation.number,
                !message.isGone(at: work.now), try edit.shows(message.seq, in: work.store),
                try message.isVisible(to: edit.account, in: edit.conversation, groups)
            else { continue }
            found.append(message)
        }
        return found
    }

    /// Makes room for more hidden messages: those no longer kept need not be hidden, except the last one of all.
    private func requireRoom(for count: Int, in edit: MembershipEdit) throws(CommandError) {
        let (account, conversation) = (edit.account.number, edit.conversation)
        guard edit.membership.hidesMessages,
            try memberships.countHidden(for: account, in: conversation.number) + count > Memberships.mostHidden
        else { return }
        if let chain = Chain(conversation) {
            let first = try stored(chain.firstSeq(after: 0, since: work.messageCutoff, in: work.store))
            try memberships.eraseHidden(
                for: account, in: conversation.number, through: min(first, edit.membership.hiddenEnd) - 1)
        }
        guard try memberships.countHidden(for: account, in: conversation.number) + count <= Memberships.mostHidden
        else {
            throw .refused(
                .tooMany, "\(Memberships.mostHidden) messages of the conversation are deleted", keys: ["msgIds"])
        }
    }

    private func hide(_ messages: [StoredMessage], in edit: inout MembershipEdit) throws(CommandError) {
        let (account, conversation) = (edit.account.number, edit.conversation)
        let shown = edit.membership.lastMessage(of: conversation)
        try memberships.hide(messages.map(\.seq), for: account, in: conversation.number)
        edit.membership.hidesMessages = true
        let voids = conversation.voids(for: account)
        for message in messages {
            edit.membership.hiddenEnd = max(edit.membership.hiddenEnd, message.seq)
            edit.membership.mentions.removeAll { $0 == message.seq }
            if let number = message.number(for: account, in: conversation) {
                edit.membership.unread.ignore(number, without: voids)
            }
        }
        // One that no list shows can be newer than the one shown.
        guard let shown, edit.membership.hiddenEnd >= shown.seq else { return }
        let isDeleted = messages.contains { $0.seq == shown.seq }
        let last = isDeleted ? try lastVisible(before: shown.seq, in: edit) : shown
        edit.membership.heldLast = last?.id ?? 0
        edit.membership.heldMessage = last
    }

    /// M-28: the last message before that one that the user saw, and has not deleted. Those that the user never saw, or that have
    /// expired, are passed over up to a number, since there can be any.
    private func lastVisible(before seq: Seq, in edit: MembershipEdit) throws(CommandError) -> StoredMessage? {
        guard let chain = Chain(edit.conversation) else { return nil }
        let (account, first) = (edit.account.number, edit.membership.visibleAfter + 1)
        var last = seq - 1
        var left = mostUnseen
        while last >= first, left > 0 {
            let start = max(first, last - 255)
            let hidden = try stored(
                Memberships.hiddenSeqs(start...last, of: account, in: edit.conversation.number, work.store))
            let filter = Chain.Filter(hidden: hidden, cutoff: work.messageCutoff, now: work.now)
            let walk = try stored(chain.messages(start...last, filter, in: work.store))
            let found = walk.messages.first { message in
                !message.isTargeted
                    && (message.sender == account && message.kind != .notification
                        || !edit.membership.held.contains(message.seq))
            }
            if let found { return found }
            // Nothing older is kept.
            if walk.passed == 0 { return nil }
            left -= walk.passed - hidden.count
            last = start - 1
        }
        return nil
    }
}

/// A multiple of what is looked through at a time.
private let mostUnseen = 2_048
