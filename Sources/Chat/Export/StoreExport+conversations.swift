import Domain
import JSON
import Storage

extension StoreExport {
    /// D-06: the tags that users have given conversations, and the data of the application. A draft is not taken along.
    /// `account` nil: everybody's.
    func exportTags(of account: AccountNumber? = nil) throws(StoreError) {
        var (after, through) = account.map { PairKey.bounds($0) } ?? (PairKey(0), PairKey.end)
        while true {
            let notes = try ConversationNote.page(after: after, through: through, limit: Self.page, in: store)
            guard let last = notes.last else { return }
            after = last.key
            for (key, note) in notes where !note.tags.isEmpty || !note.ext.isEmpty {
                try export(note, of: PairKey.first(key), in: PairKey.second(key))
            }
        }
    }

    /// Nothing of a group that the user has left: nobody can give it tags any more.
    private func export(
        _ note: ConversationNote, of account: AccountNumber, in conversation: ConversationNumber
    ) throws(StoreError) {
        guard let row = try ConversationRow.find(conversation, in: store) else {
            throw .missing("conversation", conversation)
        }
        let place: (name: StaticString, id: String)
        switch row.parties {
        case .group(let group):
            guard try GroupQueries.isMember(account, of: group, in: store) else { return }
            place = ("group", String(group))
        case .users(let pair):
            place = ("to", try Account.name(pair.low == account ? pair.high : pair.low, in: store).text)
        }
        let user = try Account.name(account, in: store)
        try line("conversation") { json in
            json.field("userID", user.text)
            json.field(place.name, place.id)
            json.array("tags") { json in
                for tag in note.tags { json.value(tag) }
            }
            if !note.ext.isEmpty { json.field("ext", note.ext) }
        }
    }
}
