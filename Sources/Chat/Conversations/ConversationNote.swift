import ClientProtocol
import Domain
import JSON
import Storage

/// What a user keeps about a conversation, for its own eyes: tags, data of the application, and the draft of a message. It is a
/// row of its own, which outlives the conversation's place in the list (D-06, D-08).
package struct ConversationNote: Equatable, Sendable {
    package var tags: [String] = []
    package var ext = ""
    package var draft = ""
    /// When the draft was stored; 0: there is none.
    package var draftVersion: Stamp = 0

    /// The bytes that it takes in a message, about.
    var weight: Int { tags.reduce(64) { $0 + $1.utf8.count + 3 } + ext.utf8.count + draft.utf8.count }

    func has(tag: String) -> Bool { tags.contains { $0.isSpelled(like: tag) } }
}

extension ConversationNote {
    enum Column: Int, TableColumn {
        static let table = "conversation_note"
        case id, tags, ext, draft, draftVersion
    }

    fileprivate init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            tags: try row.decoded(.tags, Self.tags(json:)), ext: row.text(.ext), draft: row.text(.draft),
            draftVersion: row.integer(.draftVersion))
    }

    fileprivate func values(_ key: PairKey) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(key)
            case .tags: .text(JSONWriter.text(of: tags))
            case .ext: .text(ext)
            case .draft: .text(draft)
            case .draftVersion: .integer(draftVersion)
            }
        }
    }

    /// Nil: the text was not written like this.
    private static func tags(json: String) -> [String]? {
        let document = JSONDocument()
        guard let elements = try? document.parse(json).elements else { return nil }
        let tags = elements.compactMap(\.string)
        return tags.count == elements.count ? tags : nil
    }
}

/// The rows of notes. Few memberships have one, which their marks say.
extension Memberships {
    private static let noteByKey = ConversationNote.Column.select("WHERE id = $1")
    private static let notesOfAccount = ConversationNote.Column.select("WHERE id > $1 AND id <= $2")
    private static let noteWriting = ConversationNote.Column.upsert()

    func note(of account: AccountNumber, in conversation: ConversationNumber) throws(CommandError) -> ConversationNote?
    {
        var found: ConversationNote?
        try work.query(Self.noteByKey, [.integer(PairKey.key(account, conversation))]) { row throws(StoreError) in
            found = try ConversationNote(row)
        }
        return found
    }

    private func notes(of account: AccountNumber) throws(CommandError) -> [ConversationNote] {
        let bounds = PairKey.bounds(account)
        var notes: [ConversationNote] = []
        try work.query(Self.notesOfAccount, [.integer(bounds.after), .integer(bounds.through)]) {
            row throws(StoreError) in notes.append(try ConversationNote(row))
        }
        return notes
    }

    /// The row is another from now on; one that says nothing goes. Refused if the user would have too many, or too many tags. The
    /// caller commits the edit.
    func put(_ note: ConversationNote, in edit: inout MembershipEdit) throws(CommandError) {
        let account = edit.account.number
        let former = edit.membership.note
        let isNew = former == nil && note != ConversationNote()
        let newTags = note.tags.filter { former?.has(tag: $0) != true }
        if isNew || !newTags.isEmpty {
            let notes = try notes(of: account)
            if isNew, notes.count >= mostNotes {
                throw .refused(.tooMany, "\(mostNotes) conversations have tags or drafts", keys: ["conversationID"])
            }
            let others = Set(notes.flatMap(\.tags).map { ExactText($0) })
            guard others.union(newTags.map { ExactText($0) }).count <= mostTags else {
                throw .refused(.tooMany, "a user has up to \(mostTags) tags", keys: ["tags"])
            }
        }
        let key = PairKey.key(account, edit.conversation.number)
        if note == ConversationNote() {
            try work.execute("DELETE FROM conversation_note WHERE id = $1", [.integer(key)])
            edit.membership.note = nil
        } else {
            try work.execute(Self.noteWriting, note.values(key))
            edit.membership.note = note
        }
    }

    /// Of a deleted account.
    func eraseNotes(of account: AccountNumber) throws(CommandError) {
        let bounds = PairKey.bounds(account)
        try work.execute(
            "DELETE FROM conversation_note WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
    }
}

extension JSONWriter {
    fileprivate static func text(of strings: [String]) -> String {
        var json = JSONWriter()
        json.array { json in
            for string in strings { json.value(string) }
        }
        return json.text
    }

    package mutating func note(_ note: ConversationNote) {
        if !note.tags.isEmpty {
            array("tags") { json in
                for tag in note.tags { json.value(tag) }
            }
        }
        if !note.ext.isEmpty { field("ext", note.ext) }
        draft(note)
    }

    mutating func draft(_ note: ConversationNote) {
        guard note.draftVersion != 0 else { return }
        object("draft") { json in
            json.field("text", note.draft)
            json.field("version", note.draftVersion.rawValue)
        }
    }
}

/// Conversations of a user.
private let mostNotes = 1_000
private let mostTags = 20
