import ClientProtocol
import Domain
import JSON
import Storage

extension ChatState {
    func conversation(of group: Group) throws -> Conversation {
        try conversation(group.conversation)
    }

    /// C-11, C-13, C-17: a group's conversation in a member's list, or in that of somebody who has been in it.
    func view(_ edit: MembershipEdit, ofGroup number: Int64) throws -> ConversationView {
        let (conversation, membership) = (edit.conversation, edit.membership)
        let former = membership.formerGroup
        let group = former == nil ? try outline(ofGroup: number) : nil
        let kind = former?.kind ?? group?.kind
        return ConversationView(
            id: .group(String(number)), showName: former?.name ?? group?.info.name ?? String(number),
            faceURL: former?.avatar ?? group?.info.avatar ?? "",
            unreadCount: membership.unread.count(of: conversation.counted(for: edit.account.number)),
            option: membership.option, isPinned: membership.isPinned, isMarkedUnread: membership.isMarkedUnread,
            last: try membership.lastMessage(of: conversation).map {
                try view($0, ofGroup: number, kind: kind ?? .group)
            },
            seq: membership.lastSeq(of: conversation), readSeq: membership.readSeq, groupKind: kind,
            mentions: edit.mentions(since: messageCutoff))
    }

    /// A new member's place in the conversation: nothing of what was said before (T-Q31), also for one who comes back.
    /// `isForced`: others have put it into the group.
    func openConversation(_ edit: inout MembershipEdit, of group: Group, isForced: Bool) throws {
        let account = edit.account
        let seq = edit.conversation.lastSeq
        let isReturning = edit.membership.endSeq != nil
        if isReturning { try reopen(&edit) }
        edit.membership.claim = isForced ? .freePlace : .place
        edit.membership.visibleAfter = seq
        edit.membership.readSeq = seq
        edit.membership.unread.read(upTo: edit.conversation.counted(for: account.number))
        try commitEdit(edit, stored: true)
        group.note(toldSeq: seq, of: account.number)
        guard isReturning, edit.membership.isListed else { return }
        let place = try append(.conversationChanged, subject: edit.conversation.number, for: account)
        deferredViews.add(
            DeferredViews.Item(account: account, conversation: edit.conversation, isNew: false, seq: place))
    }

    /// Of what the member had of it before only the place in the list and the pin stay.
    private func reopen(_ edit: inout MembershipEdit) throws {
        edit.hold(false)
        if edit.membership.option != .receive {
            let option = edit.membership.option.rawValue
            try record(.option, was: option, of: edit.account, in: edit.conversation.number)
            edit.membership.option = .receive
        }
        edit.membership.mentions = []
        edit.membership.heldLast = 0
        edit.membership.heldMessage = nil
        edit.membership.endSeq = nil
        edit.membership.formerGroup = nil
        try GroupLooks.erase(of: edit.account.number, in: edit.conversation.number, from: store)
    }

    /// whoever has left keeps the conversation, and the group's looks, as they are now.
    func closeConversation(of group: Group, to account: Account) throws {
        var edit = try edit(of: account, in: conversation(of: group))
        edit.hold(true)
        edit.membership.endSeq = edit.conversation.lastSeq
        let looks = GroupLooks(group)
        edit.membership.formerGroup = looks
        try looks.save(for: account.number, in: edit.conversation.number, to: store)
        try commitEdit(edit, stored: true)
    }

    /// of a destroyed group nothing stays in anybody's list. What has not been given out yet still can be, and so can the
    /// dismissal. `sees`: whether it is for this member.
    func removeConversation(of group: Group, from account: Account, sees: Bool) throws {
        var edit = try edit(of: account, in: conversation(of: group))
        unlist(&edit)
        if sees, let dismissal = edit.conversation.last { edit.letThrough(dismissal, counts: false) }
        edit.hold(true)
        edit.membership.endSeq = edit.conversation.lastSeq
        if edit.membership.option != .receive {
            try record(.option, was: edit.membership.option.rawValue, of: account, in: edit.conversation.number)
            edit.membership.option = .receive
        }
        edit.membership.mentions = []
        try commitEdit(edit, stored: true)
    }

    /// C-22: tells those of the members who have not been told what has become of the conversation, and their totals. Whoever
    /// wants nothing of it, or is not to have it in the list, is told nothing.
    package func showGroup(_ number: Int64, to accounts: [Int64]) throws {
        guard let group = try group(number) else { return }
        let conversation = try conversation(of: group)
        for number in accounts where group.isBehind(number, conversation) {
            let account = try account(number)
            let edit = try edit(of: account, in: conversation)
            guard edit.membership.isListed else { continue }
            emit(.conversations([try view(edit)], isNew: false, seq: nil), to: account)
            markTold(conversation, to: account)
            moved.append(account)
        }
    }

    /// Its devices are still to be told what messages have done; of a group that nobody has asked for lately nobody knows.
    func knowsToBeBehind(_ account: Account, _ conversation: Conversation) -> Bool {
        guard let number = conversation.group, let group = groups.value(number, weight: \.weight) else { return false }
        return group.isBehind(account.number, conversation)
    }

    /// The account's devices know of the conversation as it is now: no round has to tell them. If nobody knows what they were
    /// told before, the total was perhaps not, either.
    func markTold(_ conversation: Conversation, to account: Account) {
        guard let number = conversation.group, let group = groups.value(number, weight: \.weight) else { return }
        if hasForgotten, group.members[account.number]?.toldSeq == Member.unknownSeq {
            account.conversationList?.toldTotal = ConversationList.unknownTotal
        }
        group.note(toldSeq: conversation.lastSeq, of: account.number)
    }
}

// MARK: - One by one

/// what is to be told of groups' conversations once everything else of the current command has been told.
struct DeferredViews {
    struct Item {
        let account: Account
        let conversation: Conversation
        let isNew: Bool
        /// Its place in the user's stream, if it is in it.
        var seq: Int64?
    }

    private(set) var items: [Item] = []
    private var indices: [Pair: Int] = [:]

    /// Each conversation once for each account, as it is in the end (C-Q14).
    mutating func add(_ item: Item) {
        // Numbers of conversations are told from those of accounts by their sign.
        let key = Pair(-item.conversation.number, item.account.number)
        if let index = indices[key] {
            items[index].seq = items[index].seq ?? item.seq
        } else {
            indices[key] = items.count
            items.append(item)
        }
    }
}

extension ChatState {
    func emitDeferredViews() throws {
        guard !deferredViews.items.isEmpty else { return }
        let items = deferredViews.items
        deferredViews = DeferredViews()
        for item in items {
            let edit = try edit(of: item.account, in: item.conversation)
            guard edit.membership.isListed else { continue }
            emit(.conversations([try view(edit)], isNew: item.isNew, seq: item.seq), to: item.account)
            markTold(item.conversation, to: item.account)
        }
    }

    /// for those whom no message tells it.
    func showLooks(of group: Group) throws {
        let conversation = try conversation(of: group)
        for number in group.specialMembers.sorted() where group[number]!.isListed {
            let account = try account(number)
            let seq = try append(.conversationChanged, subject: conversation.number, for: account)
            deferredViews.add(DeferredViews.Item(account: account, conversation: conversation, isNew: false, seq: seq))
        }
    }

    /// of a maker whom no message has put the conversation into the list.
    func enlistMaker(_ account: Account, in group: Group) throws {
        var edit = try edit(of: account, in: conversation(of: group))
        guard !edit.membership.isListed else { return }
        try enlist(&edit, at: stamp())
        try commitEdit(edit, stored: true)
        let seq = try append(.conversationNew, subject: edit.conversation.number, for: account)
        deferredViews.add(DeferredViews.Item(account: account, conversation: edit.conversation, isNew: true, seq: seq))
    }
}

extension MembershipEdit {
    /// C-Q12: unread ones of others, each once. `cutoff`: calls to all from before go with the messages that they are in.
    fileprivate func mentions(since cutoff: Int64) -> [AtInfo] {
        let all = conversation.callsToAll.filter { call in
            call.seq > membership.readSeq && call.id >= max(membership.listedAt, cutoff)
                && call.sender != account.number
                && !membership.held.contains(call.seq)
        }.map(\.seq)
        let both = Set(all).intersection(membership.mentions)
        let seqs = Set(all).union(membership.mentions).sorted().suffix(AtInfo.most)
        return seqs.map { seq in
            AtInfo(seq: seq, kind: both.contains(seq) ? .both : all.contains(seq) ? .all : .me)
        }
    }
}
