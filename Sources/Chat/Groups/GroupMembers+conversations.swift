import ClientProtocol
import Domain
import JSON
import Storage

/// A group's conversation when members come and go, and what their devices are told of it at the
/// end of a command.
extension GroupMembers {
    /// A new member's place in the conversation: of what was said before, no more than the group shows (T-Q31, G-Q60), also for
    /// one who comes back. `isForced`: others have put it into the group. `showsHistory`: it sees everything all the
    /// same (I-05).
    func openConversation(
        _ edit: inout MembershipEdit, of group: Group, isForced: Bool, showsHistory: Bool
    ) throws(CommandError) {
        let account = edit.account
        let seq = edit.conversation.lastSeq
        let isReturning = edit.membership.endSeq != nil
        if isReturning { try reopen(&edit) }
        edit.membership.claim = isForced ? .freePlace : .place
        edit.membership.visibleAfter = showsHistory ? 0 : try lastHidden(of: edit.conversation, in: group)
        edit.membership.readSeq = seq
        edit.membership.unread.read(upTo: edit.conversation.counted(for: account.number))
        try memberships.commitEdit(edit, stored: true)
        group.noteTold(edit.conversation, to: account.number)
        // The place in the list stays until the message about the joining, which comes now.
        group.noteLag(nil, of: account.number)
        guard isReturning, edit.membership.isListed else { return }
        let place = try work.userStreams.append(.conversationChanged, subject: edit.conversation.number, for: account)
        postpone(
            DeferredViews.Item(account: account, conversation: edit.conversation, isNew: false, seq: place))
    }

    /// G-Q60: the last message that a new member does not see.
    private func lastHidden(of conversation: Conversation, in group: Group) throws(CommandError) -> Seq {
        if group.historyForNew < 0 { return 0 }
        guard group.historyForNew > 0, let chain = Chain(conversation) else { return conversation.headSeq }
        let cutoff = max(work.messageCutoff, Stamp(milliseconds: work.now - .days(group.historyForNew)))
        return try stored(chain.firstSeq(after: 0, since: cutoff, in: work.store)) - 1
    }

    /// Of what the member had of it before only the place in the list and the pin stay.
    private func reopen(_ edit: inout MembershipEdit) throws(CommandError) {
        edit.hold(false)
        if edit.membership.option != .receive {
            let option = edit.membership.option.rawValue
            try settingLog.record(.option, was: option, of: edit.account, in: edit.conversation.number)
            edit.membership.option = .receive
        }
        edit.membership.mentions = []
        edit.membership.heldLast = 0
        edit.membership.heldMessage = nil
        edit.membership.endSeq = nil
        edit.membership.formerGroup = nil
        try stored(GroupAppearance.erase(of: edit.account.number, in: edit.conversation.number, from: work.store))
    }

    /// Takes the member from all lists of the group, with its attributes; its files stay (G-Q36). The group
    /// knows only of members what their devices are still to be told: the account's list knows it from here on.
    func dismiss(_ account: Account, from group: Group) throws(CommandError) {
        _ = try memberships.conversationList(of: account)
        groups.markTold(try conversations.conversation(of: group), to: account)
        try groups.erase(account, from: group)
        work.lead(to: .left(group: group.number, account.id))
    }

    /// a former member keeps the conversation, and the group's name and picture, as they are now.
    func closeConversation(of group: Group, to account: Account) throws(CommandError) {
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        edit.hold(true)
        edit.membership.endSeq = edit.conversation.headSeq
        let appearance = GroupAppearance(group)
        edit.membership.formerGroup = appearance
        try stored(appearance.save(for: account.number, in: edit.conversation.number, to: work.store))
        try memberships.commitEdit(edit, stored: true)
    }

    /// of a destroyed group nothing stays in anybody's list, nor is anything of it unread. Messages that have not
    /// been given out yet still can be, and so can the dismissal. `sees`: whether it is for this member.
    func removeConversation(of group: Group, from account: Account, sees: Bool) throws(CommandError) {
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        memberships.unlist(&edit)
        if sees, let dismissal = edit.conversation.last { edit.letThrough(dismissal, counts: false) }
        edit.hold(true)
        edit.membership.endSeq = edit.conversation.headSeq
        edit.membership.readSeq = edit.conversation.lastSeq
        if edit.membership.option != .receive {
            try settingLog.record(
                .option, was: edit.membership.option.rawValue, of: account, in: edit.conversation.number)
            edit.membership.option = .receive
        }
        edit.membership.mentions = []
        try memberships.commitEdit(edit, stored: true)
    }

    /// C-22: tells those of the members who have not been told what has become of the conversation, and their totals. Members
    /// who want nothing of it, or are not to have it in the list, are told nothing.
    package func showGroup(_ number: GroupNumber, to accounts: [AccountNumber]) throws(CommandError) {
        guard let group = try groups.group(number) else { return }
        let conversation = try conversations.conversation(of: group)
        for number in accounts {
            let isBehind = group.isBehind(number, conversation)
            guard isBehind || group.missesChanges(number, conversation) else { continue }
            var found: (account: Account, view: ConversationView?)?
            try work.skippingDamage { () throws(CommandError) in
                let account = try self.accounts.account(number)
                let edit = try memberships.edit(of: account, in: conversation)
                let isConcerned =
                    isBehind || group.owed.contains(number)
                    || conversation.concerns(edit, since: group.toldChange(of: number))
                found = (account, isConcerned && edit.membership.isListed ? try views.view(edit) : nil)
            }
            guard let (account, view) = found else { continue }
            guard let view else {
                if !isBehind { group.noteTold(conversation, to: number) }
                continue
            }
            work.emit(ConversationChanged(view), to: account)
            groups.markTold(conversation, to: account)
            memberships.noteMoved(account)
        }
    }

    /// for those whom no message tells it.
    func showAppearance(of group: Group) throws(CommandError) {
        let conversation = try conversations.conversation(of: group)
        for number in group.specialMembers.sorted() where group[number]?.isListed == true {
            let account = try accounts.account(number)
            let seq = try work.userStreams.append(.conversationChanged, subject: conversation.number, for: account)
            postpone(DeferredViews.Item(account: account, conversation: conversation, isNew: false, seq: seq))
        }
    }

    /// of a maker whom no message has put the conversation into the list.
    func enlistMaker(_ account: Account, in group: Group) throws(CommandError) {
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        guard !edit.membership.isListed else { return }
        try memberships.enlist(&edit, at: work.stamp())
        try memberships.commitEdit(edit, stored: true)
        let seq = try work.userStreams.append(.conversationNew, subject: edit.conversation.number, for: account)
        postpone(DeferredViews.Item(account: account, conversation: edit.conversation, isNew: true, seq: seq))
    }

    /// Of a deleted account: how the groups looked that it had left.
    func eraseAppearances(for account: Account) throws(CommandError) {
        try stored(GroupAppearance.eraseAll(of: account.number, from: work.store))
    }

}

// MARK: - Told at the end of the command

/// what is to be told of groups' conversations once everything else of the current command has been told.
struct DeferredViews {
    struct Item {
        let account: Account
        let conversation: Conversation
        let isNew: Bool
        /// Its place in the user's stream, if it is in it.
        var seq: Seq?
    }

    private struct Key: Hashable {
        let conversation: ConversationNumber
        let account: AccountNumber
    }

    private(set) var items: [Item] = []
    private var indices: [Key: Int] = [:]

    /// Each conversation once for each account, as it is in the end (C-Q14).
    mutating func add(_ item: Item) {
        let key = Key(conversation: item.conversation.number, account: item.account.number)
        if let index = indices[key] {
            items[index].seq = items[index].seq ?? item.seq
        } else {
            indices[key] = items.count
            items.append(item)
        }
    }
}
