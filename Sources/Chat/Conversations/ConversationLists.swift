import ClientProtocol
import Domain
import JSON
import Storage

/// Shows users their conversations, and changes for them what they pin, read, mute and delete there.
package final class ConversationLists {
    let work: UnitOfWork
    let accounts: Accounts
    let settingLog: SettingLog
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views

    init(
        work: UnitOfWork, accounts: Accounts, settingLog: SettingLog, conversations: Conversations, groups: Groups,
        memberships: Memberships, views: Views
    ) {
        self.work = work
        self.accounts = accounts
        self.settingLog = settingLog
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
    }

    package struct Listing: Sendable {
        package let conversations: [ConversationView]
        /// 0: there are no more.
        package let next: Int64
    }

    /// C-02 to C-08: a page of the list after the one that ended with `next`.
    /// `tag`: of those that have it.
    package func list(
        of number: AccountNumber, tag: String? = nil, after next: Int64, count: Int, bytes: Int = .max
    ) throws(CommandError) -> Listing {
        let account = try accounts.caller(number)
        var edits = try memberships.listed(of: account)
        if let tag { edits.removeAll { $0.membership.note?.has(tag: tag) != true } }
        if next != 0 {
            guard let position = ListPosition(cursor: next, now: work.now) else {
                throw .refused(.conversationParameters, "nextSeq does not come from a list", keys: ["nextSeq"])
            }
            edits.removeAll { $0.position <= position }
        }
        var left = bytes
        var views: [ConversationView] = []
        for edit in edits.prefix(count) {
            let view = try self.views.view(edit)
            left -= view.weight
            if left < 0, !views.isEmpty { break }
            views.append(view)
        }
        return Listing(
            conversations: views, next: views.count < edits.count ? edits[views.count - 1].position.cursor : 0)
    }

    package func view(_ id: ConversationID, for number: AccountNumber) throws(CommandError) -> ConversationView {
        let account = try accounts.caller(number)
        return try views.view(listedEdit(id, of: account))
    }

    package struct Found: Sendable {
        package let id: ConversationID
        /// Nil: it is not in the list.
        package let view: ConversationView?
    }

    /// C-Q21: those of the list that have these ids, as many as fit; one in any case.
    package func views(_ ids: [ConversationID], for number: AccountNumber, bytes: Int) throws(CommandError) -> [Found] {
        let account = try accounts.caller(number)
        var left = bytes
        var found: [Found] = []
        for id in ids {
            let edit = try memberships.edit(id, of: account)
            let view: ConversationView? = if let edit, edit.membership.isListed { try views.view(edit) } else { nil }
            left -= view?.weight ?? 64
            if left < 0, !found.isEmpty { break }
            found.append(Found(id: id, view: view))
        }
        return found
    }

    package func total(of number: AccountNumber) throws(CommandError) -> Int64 {
        try memberships.total(of: accounts.caller(number))
    }

    /// likewise, for an administrator; of a disabled account, too.
    package func total(ofAny number: AccountNumber) throws(CommandError) -> Int64 {
        try memberships.total(of: accounts.account(number))
    }

    /// The conversation, if it is in the user's list; C-Q18, C-Q21 otherwise.
    private func listedEdit(_ id: ConversationID, of account: Account) throws(CommandError) -> MembershipEdit {
        guard let edit = try memberships.edit(id, of: account), edit.membership.isListed else {
            throw .refused(Self.noConversation)
        }
        return edit
    }

    static let noConversation = Refusal(
        .conversationParameters, "there is no such conversation in the list", keys: ["conversationID"])

    /// C-30: to the very front, for all devices. Unchanged: nothing happens (C-Q18).
    package func pin(_ id: ConversationID, _ isPinned: Bool, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        var edit = try listedEdit(id, of: account)
        guard edit.membership.isPinned != isPinned else { return }
        edit.membership.isPinned = isPinned
        edit.membership.claim = .place
        try change(&edit)
    }

    /// C-Q27: a mark for the user's own eyes, which no count knows of. Reading takes it away.
    package func markUnread(_ id: ConversationID, _ isMarked: Bool, of number: AccountNumber) throws(CommandError) {
        var edit = try listedEdit(id, of: accounts.caller(number))
        guard edit.membership.isMarkedUnread != isMarked else { return }
        edit.membership.isMarkedUnread = isMarked
        try change(&edit)
    }

    /// C-33, C-35, C-Q20, C-Q22: the records and this user's history go, and the other's stay. Own devices are told of those
    /// of which there was something.
    package func delete(_ ids: [ConversationID], of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        var deleted: [String] = []
        for id in ids {
            guard var edit = try memberships.edit(id, of: account), edit.isThere else { continue }
            memberships.unlist(&edit)
            edit.membership.visibleAfter = edit.membership.headSeq(of: edit.conversation)
            edit.membership.heldLast = 0
            edit.membership.heldMessage = nil
            if var note = edit.membership.note {
                (note.draft, note.draftVersion) = ("", 0)
                try put(note, in: &edit)
            }
            if edit.membership.hidesMessages {
                try memberships.eraseHidden(
                    for: number, in: edit.conversation.number, through: edit.membership.hiddenEnd)
                edit.membership.hidesMessages = false
                edit.membership.hiddenEnd = 0
            }
            try memberships.commitEdit(edit, stored: true)
            deleted.append(try conversations.id(of: edit.conversation, for: account).description)
        }
        guard !deleted.isEmpty else { return }
        var json = JSONWriter()
        json.array { json in
            for id in deleted { json.value(id) }
        }
        try work.emit(
            ConversationDeleted(ids: json.text), inStreamAs: .conversationsDeleted, detail: json.text, to: account)
    }

    /// The user has changed something about the conversation: stored, and told to all own devices if it is in the list.
    func change(_ edit: inout MembershipEdit) throws(CommandError) {
        edit.membership.changedAt = work.now
        try memberships.commitEdit(edit, stored: true)
        guard edit.membership.isListed else { return }
        try work.emit(
            ConversationChanged(views.view(edit)), inStreamAs: .conversationChanged, subject: edit.conversation.number,
            to: edit.account)
        groups.markTold(edit.conversation, to: edit.account)
    }

    /// C-Q08: without a change of order.
    func showChange(of conversation: Conversation, to holder: Account) throws(CommandError) {
        let edit = try memberships.peek(holder, in: conversation)
        guard edit.membership.isListed else { return }
        try work.emit(
            ConversationChanged(views.view(edit)), inStreamAs: .conversationChanged, subject: conversation.number,
            to: holder)
    }
}
