import ClientProtocol
import Domain
import Storage

extension ChatState {
    package struct Listing: Sendable {
        package let conversations: [ConversationView]
        /// 0: there are no more.
        package let next: Int64
    }

    /// C-02 to C-08: a page of the list after the one that ended with `next`.
    package func list(of number: Int64, after next: Int64, count: Int, bytes: Int = .max) throws -> Listing {
        let account = try caller(number)
        var edits = try listed(of: account)
        if next != 0 {
            guard let position = ListPosition(cursor: next, now: now) else {
                throw Refusal(.conversationParameters, "nextSeq does not come from a list", keys: ["nextSeq"])
            }
            edits.removeAll { $0.position <= position }
        }
        var left = bytes
        var views: [ConversationView] = []
        for edit in edits.prefix(count) {
            let view = try view(edit)
            left -= view.weight
            if left < 0, !views.isEmpty { break }
            views.append(view)
        }
        return Listing(
            conversations: views, next: views.count < edits.count ? edits[views.count - 1].position.cursor : 0)
    }

    package func view(_ id: ConversationID, for number: Int64) throws -> ConversationView {
        let account = try caller(number)
        return try view(listedEdit(id, of: account))
    }

    package struct Found: Sendable {
        package let id: ConversationID
        /// Nil: it is not in the list.
        package let view: ConversationView?
    }

    /// C-Q21: those of the list that have these ids, as many as fit; one in any case.
    package func views(_ ids: [ConversationID], for number: Int64, bytes: Int) throws -> [Found] {
        let account = try caller(number)
        var left = bytes
        var found: [Found] = []
        for id in ids {
            let edit = try edit(id, of: account)
            let view = try edit.flatMap { try $0.membership.isListed ? self.view($0) : nil }
            left -= view?.weight ?? 64
            if left < 0, !found.isEmpty { break }
            found.append(Found(id: id, view: view))
        }
        return found
    }

    package func total(of number: Int64) throws -> Int64 {
        try total(of: caller(number))
    }

    /// The conversation, if it is in the user's list; C-Q18, C-Q21 otherwise.
    func listedEdit(_ id: ConversationID, of account: Account) throws -> MembershipEdit {
        guard let edit = try edit(id, of: account), edit.membership.isListed else {
            throw Self.noConversation
        }
        return edit
    }

    static let noConversation = Refusal(
        .conversationParameters, "there is no such conversation in the list", keys: ["conversationID"])

    /// The user's view of a conversation that has begun; of a group's if the user is or has been in it.
    func edit(_ id: ConversationID, of account: Account) throws -> MembershipEdit? {
        switch id {
        case .c2c(let user):
            guard let peer = try self.account(user),
                let conversation = try conversation(of: Pair(account.number, peer.number))
            else { return nil }
            return try edit(of: account, in: conversation)
        case .group(let group):
            guard let number = groupNumber(group), let conversation = try conversation(of: Pair(0, number)) else {
                return nil
            }
            let edit = try edit(of: account, in: conversation)
            if edit.membership.endSeq != nil { return edit }
            return try isMember(account, ofGroup: number) ? edit : nil
        }
    }

    func view(_ edit: MembershipEdit) throws -> ConversationView {
        if let group = edit.conversation.group { return try view(edit, ofGroup: group) }
        let (account, conversation, membership) = (edit.account, edit.conversation, edit.membership)
        let peer = try self.account(membership.peer)
        let last = membership.lastMessage(of: conversation)
        return ConversationView(
            id: .c2c(peer.id), showName: membership.relationship.remark ?? peer.shownName, faceURL: peer.faceURL,
            unreadCount: membership.unread.count(of: conversation.counted(for: account.number)),
            option: membership.option, isPinned: membership.isPinned, isMarkedUnread: membership.isMarkedUnread,
            last: last.map { message in
                MessageView(
                    message: message, conversation: .c2c(peer.id),
                    from: message.sender == account.number ? account.id : peer.id)
            },
            seq: conversation.lastSeq, readSeq: membership.readSeq,
            peerReadTime: peer === account ? 0 : try receiptTime(of: peer, in: conversation))
    }

    private func receiptTime(of peer: Account, in conversation: Conversation) throws -> Int64 {
        if let known = peer.conversationList?.memberships[conversation.number] { return known.receiptTime }
        var time: Int64 = 0
        try store.query(
            "SELECT receipt_time FROM membership WHERE id = $1",
            [.integer(PairKey.key(peer.number, conversation.number))]
        ) { row in time = row.integer(0) }
        return time
    }
}
