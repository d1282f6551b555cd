import ClientProtocol
import Domain
import JSON
import Storage

/// Messages and conversations as one member sees them.
final class Views {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let groups: Groups
    private let memberships: Memberships

    init(work: UnitOfWork, accounts: Accounts, groups: Groups, memberships: Memberships) {
        self.work = work
        self.accounts = accounts
        self.groups = groups
        self.memberships = memberships
    }

    /// The same message, seen by a member of the conversation.
    func view(_ message: StoredMessage, in conversation: Conversation, for account: Account) throws(CommandError)
        -> MessageView
    {
        switch conversation.parties {
        case .group(let number):
            return try view(message, ofGroup: number, kind: groups.outline(ofGroup: number)?.kind ?? .group)
        case .users(let pair):
            let peer = try accounts.account(pair.other(than: account.number))
            let from = message.sender == account.number ? account : peer
            return MessageView(message: message.shown(at: work.now), conversation: .c2c(peer.id), from: from.id)
        }
    }

    /// The same for a member. Of a group that the member has left it shows what it was then.
    func view(_ message: StoredMessage, in edit: MembershipEdit) throws(CommandError) -> MessageView {
        if let number = edit.conversation.group, let former = edit.membership.formerGroup {
            return try view(message, ofGroup: number, kind: former.kind)
        }
        return try view(message, in: edit.conversation, for: edit.account)
    }

    /// For the user alone, with what is the user's own.
    func personalView(_ message: StoredMessage, in edit: MembershipEdit) throws(CommandError) -> MessageView {
        var view = try view(message, in: edit)
        try stored(view.addOwnReactions(of: edit.account.number, in: work.store))
        return view
    }

    /// In a group everybody sees the same.
    func view(_ message: StoredMessage, ofGroup number: GroupNumber, kind: GroupKind) throws(CommandError)
        -> MessageView
    {
        MessageView(
            message: message.shown(at: work.now), conversation: .group(String(number)),
            from: try accounts.account(message.sender).id, sessionType: kind == .group ? .group : .superGroup)
    }

    func view(_ edit: MembershipEdit) throws(CommandError) -> ConversationView {
        if let group = edit.conversation.group { return try view(edit, ofGroup: group) }
        let (account, conversation, membership) = (edit.account, edit.conversation, edit.membership)
        let peer = try accounts.account(membership.peer)
        let last = membership.lastMessage(of: conversation)
        return ConversationView(
            id: .c2c(peer.id), showName: membership.relationship.remark ?? peer.shownName, faceURL: peer.faceURL,
            unreadCount: conversation.unread(membership.unread, for: account.number),
            option: membership.option, isPinned: membership.isPinned, isMarkedUnread: membership.isMarkedUnread,
            last: last.map { message in
                MessageView(
                    message: message.shown(at: work.now), conversation: .c2c(peer.id),
                    from: message.sender == account.number ? account.id : peer.id)
            },
            seq: conversation.lastSeq, readSeq: membership.readSeq, change: conversation.change,
            peerReadTime: peer === account ? 0 : try memberships.receiptTime(of: peer, in: conversation),
            peerDeliveredSeq: work.options.hasDeliveryReceipts && peer !== account
                ? try stored(DeliveryReceipts.seq(of: peer.number, in: conversation.number, in: work.store)) : 0,
            note: membership.note)
    }

    /// C-11, C-13, C-17: a group's conversation in the list of a member or of a former one.
    private func view(_ edit: MembershipEdit, ofGroup number: GroupNumber) throws(CommandError) -> ConversationView {
        let (conversation, membership) = (edit.conversation, edit.membership)
        let former = membership.formerGroup
        let group = former == nil ? try groups.outline(ofGroup: number) : nil
        let kind = former?.kind ?? group?.kind
        return ConversationView(
            id: .group(String(number)), showName: former?.name ?? group?.info.name ?? String(number),
            faceURL: former?.avatar ?? group?.info.avatar ?? "",
            unreadCount: conversation.unread(membership.unread, for: edit.account.number),
            option: membership.option, isPinned: membership.isPinned, isMarkedUnread: membership.isMarkedUnread,
            last: try membership.lastMessage(of: conversation).map { message throws(CommandError) in
                try view(message, ofGroup: number, kind: kind ?? .group)
            },
            seq: membership.lastSeq(of: conversation), readSeq: membership.readSeq, change: conversation.change,
            groupKind: kind,
            mentions: try mentions(of: edit), note: membership.note)
    }
}

extension Views {
    /// M-28: without those that the user has deleted.
    func mentions(of edit: MembershipEdit) throws(CommandError) -> [AtInfo] {
        let mentions = edit.mentions(since: work.messageCutoff)
        guard edit.membership.hidesMessages, let first = mentions.first, let last = mentions.last else {
            return mentions
        }
        let hidden = try stored(
            Memberships.hiddenSeqs(
                first.seq...last.seq, of: edit.account.number, in: edit.conversation.number, work.store))
        return mentions.filter { !hidden.contains($0.seq) }
    }
}

extension MembershipEdit {
    /// C-Q12: unread ones of others, each once. `cutoff`: calls to all from before go with the messages that they are in.
    fileprivate func mentions(since cutoff: Stamp) -> [AtInfo] {
        if conversation.callsToAll.isEmpty, membership.mentions.isEmpty { return [] }
        let all = conversation.callsToAll.filter { call in
            call.id.stamp >= cutoff && call.sender != account.number && membership.shows(call.seq, call.id)
        }.map(\.seq)
        let both = Set(all).intersection(membership.mentions)
        let seqs = Set(all).union(membership.mentions).sorted().suffix(AtInfo.most)
        return seqs.map { seq in
            AtInfo(seq: seq, kind: both.contains(seq) ? .both : all.contains(seq) ? .all : .me)
        }
    }
}
