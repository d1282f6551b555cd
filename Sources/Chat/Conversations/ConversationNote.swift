import ClientProtocol
import Domain
import JSON
import Storage

/// Tags, data of the application and the draft of a message, which a user keeps about a conversation for its own eyes. It is a
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
            case .tags: .text(tagsText)
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

/// The rows. Few memberships have one, which their marks say.
extension ConversationNote {
    private static let byKey = Column.select("WHERE id = $1")
    private static let ofAccount = Column.select("WHERE id > $1 AND id <= $2")
    private static let page = Column.select("WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3")
    private static let writing = Column.upsert()

    /// Those of many users, or of one.
    static func page(
        after: PairKey, through: PairKey, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [(key: PairKey, note: ConversationNote)] {
        var notes: [(key: PairKey, note: ConversationNote)] = []
        try store.query(page, [.integer(after), .integer(through), .integer(Int64(limit))]) { row throws(StoreError) in
            notes.append((row.integer(.id), try ConversationNote(row)))
        }
        return notes
    }

    static func find(
        of account: AccountNumber, in conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> ConversationNote? {
        var found: ConversationNote?
        try store.query(byKey, [.integer(PairKey.key(account, conversation))]) { row throws(StoreError) in
            found = try ConversationNote(row)
        }
        return found
    }

    fileprivate static func all(
        of account: AccountNumber, in store: any Transaction
    ) throws(StoreError) -> [ConversationNote] {
        let bounds = PairKey.bounds(account)
        var notes: [ConversationNote] = []
        try store.query(ofAccount, [.integer(bounds.after), .integer(bounds.through)]) { row throws(StoreError) in
            notes.append(try ConversationNote(row))
        }
        return notes
    }

    /// One that says nothing has no row.
    fileprivate func save(_ key: PairKey, in store: any Transaction) throws(StoreError) {
        if self == ConversationNote() {
            try store.execute("DELETE FROM conversation_note WHERE id = $1", [.integer(key)])
        } else {
            try store.execute(Self.writing, values(key))
        }
    }

    /// Of a deleted account.
    static func erase(of account: AccountNumber, from store: any Transaction) throws(StoreError) {
        let bounds = PairKey.bounds(account)
        try store.execute(
            "DELETE FROM conversation_note WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
    }
}

extension ConversationLists {
    /// The user keeps this about the conversation from now on. Refused if there would be too many, or too many tags. The caller
    /// commits the edit.
    func put(_ note: ConversationNote, in edit: inout MembershipEdit) throws(CommandError) {
        let account = edit.account.number
        let former = edit.membership.note
        let isNew = former == nil && note != ConversationNote()
        let newTags = note.tags.filter { former?.has(tag: $0) != true }
        if isNew || !newTags.isEmpty {
            let notes = try stored(ConversationNote.all(of: account, in: work.store))
            if isNew, notes.count >= mostNotes {
                throw .refused(.tooMany, "\(mostNotes) conversations have tags or drafts", keys: ["conversationID"])
            }
            let others = Set(notes.flatMap(\.tags).map { ExactText($0) })
            guard others.union(newTags.map { ExactText($0) }).count <= mostTags else {
                throw .refused(.tooMany, "a user has up to \(mostTags) tags", keys: ["tags"])
            }
        }
        try stored(note.save(PairKey.key(account, edit.conversation.number), in: work.store))
        edit.membership.note = note == ConversationNote() ? nil : note
    }
}

extension ConversationNote {
    func write(to json: inout JSONWriter) {
        if !tags.isEmpty { json.array("tags", writeTags) }
        if !ext.isEmpty { json.field("ext", ext) }
        writeDraft(to: &json)
    }

    private func writeTags(to json: inout JSONWriter) {
        for tag in tags { json.value(tag) }
    }

    func writeDraft(to json: inout JSONWriter) {
        guard draftVersion != 0 else { return }
        json.object("draft") { json in
            json.field("text", draft)
            json.field("version", draftVersion.rawValue)
        }
    }

    /// As the store keeps them.
    fileprivate var tagsText: String {
        var json = JSONWriter()
        json.array(writeTags)
        return json.text
    }
}

/// Conversations of a user.
private let mostNotes = 1_000
private let mostTags = 20
