import ClientProtocol
import Domain
import Storage

/// The tags that a user gives conversations.
extension ConversationLists {
    /// D-06: nil leaves what there is. Told to own devices if it is in the list (D-07).
    package func setTags(
        _ tags: [String]?, ext: String?, of id: ConversationID, by number: AccountNumber
    ) throws(CommandError) {
        guard var edit = try memberships.edit(id, of: accounts.caller(number)), edit.isThere else {
            throw .refused(ConversationLists.noConversation)
        }
        let former = edit.membership.note ?? ConversationNote()
        var note = former
        note.tags = tags ?? note.tags
        note.ext = ext ?? note.ext
        guard note != former else { return }
        try put(note, in: &edit)
        try change(&edit)
    }
}
