import ClientProtocol
import Domain
import JSON
import Storage

/// D-08: the drafts of messages that users have not sent, for their other devices.
package final class Drafts {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let conversations: Conversations
    private let memberships: Memberships
    private let conversationLists: ConversationLists
    /// The drafts that devices were told of lately. After a crash they are told of the next change; the list has this one.
    private var told: [PairKey: Telling] = [:]

    private struct Telling {
        let time: Milliseconds
        /// The draft has changed since.
        var isBehind = false
    }

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, memberships: Memberships,
        conversationLists: ConversationLists
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.memberships = memberships
        self.conversationLists = conversationLists
    }

    /// The draft that follows on `version` (0: on none). An empty text ends it. Returns its version; 0: there is none.
    package func set(
        _ text: String, after version: Stamp, in id: ConversationID, of number: AccountNumber
    ) throws(CommandError) -> Stamp {
        guard work.options.hasDrafts else { throw .refused(.forbidden, "conversations.drafts is off") }
        guard var edit = try memberships.edit(id, of: accounts.caller(number)), edit.isThere else {
            throw .refused(ConversationLists.noConversation)
        }
        let former = edit.membership.note ?? ConversationNote()
        guard former.draftVersion == version else {
            throw .refused(.conflict, "another device has stored a draft, or ended it", keys: ["version"])
        }
        guard !former.draft.isSpelled(like: text) else { return version }
        try change(&edit, to: text)
        return edit.membership.note?.draftVersion ?? 0
    }

    /// A message has been made of it. A draft that was stored meanwhile stays.
    func clear(_ version: Stamp, of account: Account, in conversation: Conversation) throws(CommandError) {
        var edit = try memberships.edit(of: account, in: conversation)
        guard edit.membership.note?.draftVersion == version else { return }
        try change(&edit, to: "")
    }

    private func change(_ edit: inout MembershipEdit, to text: String) throws(CommandError) {
        var note = edit.membership.note ?? ConversationNote()
        note.draft = text
        note.draftVersion = text.isEmpty ? 0 : try work.stamp()
        try conversationLists.put(note, in: &edit)
        try memberships.commitEdit(edit, stored: true)
        let key = PairKey.key(edit.account.number, edit.conversation.number)
        if told[key] != nil {
            told[key]?.isBehind = true
        } else if told.count < mostTold {
            try tell(edit)
            told[key] = Telling(time: work.now)
        }
    }

    private func tell(_ edit: MembershipEdit) throws(CommandError) {
        work.emit(
            ConversationDraftChanged(
                conversation: try conversations.id(of: edit.conversation, for: edit.account),
                note: edit.membership.note ?? ConversationNote()), to: edit.account)
    }

    /// Once a second: the drafts that have changed since their devices were told.
    func sweep() throws(CommandError) {
        for (key, last) in told where last.time + betweenTellings <= work.now {
            told[key] = last.isBehind ? Telling(time: work.now) : nil
            let account = try accounts.account(PairKey.first(key))
            guard last.isBehind, account.state != .deleted else { continue }
            let conversation = try conversations.conversation(PairKey.second(key))
            try tell(memberships.peek(account, in: conversation))
        }
    }

    /// After a rollback: what waited is not told.
    func forget() { told = [:] }
}

private let betweenTellings: Milliseconds = 2_000
/// Drafts beyond so many at a time are not told.
private let mostTold = 100_000
