import Domain
import Storage

/// The names of users who can be found, or of public groups, in the file of the search (Y-04, Y-05). It follows the store by the
/// versions of the rows: what comes later is higher.
struct NameIndex: Sendable {
    /// A user or a group.
    struct Subject: TypedNumber {
        let rawValue: Int64

        init(rawValue: Int64) { self.rawValue = rawValue }
    }

    static let users = NameIndex(
        "user_name",
        changed: """
            SELECT profile_version, id, nickname, is_findable = 1 AND state = 0 FROM account
            WHERE profile_version != 0 AND (profile_version, id) > ($1, $2) ORDER BY profile_version, id LIMIT $3
            """, shown: "SELECT 1 FROM account WHERE id = $1 AND is_findable = 1 AND state = 0")

    static let groups = NameIndex(
        "group_name",
        changed: """
            SELECT version, id, name, style >= 2 FROM chat_group
            WHERE (version, id) > ($1, $2) ORDER BY version, id LIMIT $3
            """, shown: "SELECT 1 FROM chat_group WHERE id = $1 AND style >= 2")

    static let all = [users, groups]

    static let tables: [SQL] =
        [
            """
            CREATE TABLE IF NOT EXISTS name_place (
                name TEXT PRIMARY KEY, version INTEGER NOT NULL, subject INTEGER NOT NULL) WITHOUT ROWID
            """
        ] + all.map(\.creation)

    /// So many rows are held at once.
    static let piece = 200

    private let name: String
    private let changed: SQL
    private let shown: SQL
    private let creation: SQL
    private let insertion: SQL
    private let removal: SQL
    private let selection: SQL
    private let listing: SQL
    private let compaction: SQL

    private init(_ name: String, changed: SQL, shown: SQL) {
        (self.name, self.changed, self.shown) = (name, changed, shown)
        creation = SQL(
            composed: """
                CREATE VIRTUAL TABLE IF NOT EXISTS \(name) USING fts5(
                    terms, columnsize = 0, detail = none, tokenize = ascii)
                """)
        insertion = SQL(composed: "INSERT INTO \(name) (rowid, terms) VALUES ($1, $2)")
        removal = SQL(composed: "DELETE FROM \(name) WHERE rowid >= $1 AND rowid <= $2")
        selection = SQL(composed: "SELECT rowid FROM \(name) WHERE \(name) MATCH $1 ORDER BY rowid LIMIT $2")
        listing = SQL(composed: "SELECT rowid FROM \(name) WHERE rowid > $1 ORDER BY rowid LIMIT $2")
        compaction = SQL(composed: "INSERT INTO \(name) (\(name)) VALUES ('optimize')")
    }

    /// Takes a piece of what has changed. Returns how many rows there were.
    func follow(_ store: any Transaction, _ file: any Transaction) throws(StoreError) -> Int {
        var (version, last): (Stamp, Subject) = (-1, 0)
        try file.query("SELECT version, subject FROM name_place WHERE name = $1", [.text(name)]) { row in
            (version, last) = (row.integer(0), row.integer(1))
        }
        var rows: [(subject: Subject, terms: String)] = []
        try store.query(
            changed, [.integer(version), .integer(last), .integer(Int64(Self.piece))]
        ) { row in
            (version, last) = (row.integer(0), row.integer(1))
            rows.append((last, row.integer(3) == 0 ? "" : Self.terms(of: row.text(2))))
        }
        for (subject, terms) in rows {
            try file.execute(removal, [.integer(subject), .integer(subject)])
            if !terms.isEmpty { try file.execute(insertion, [.integer(subject), .text(terms)]) }
        }
        if rows.isEmpty { return 0 }
        try file.execute(
            """
            INSERT INTO name_place (name, version, subject) VALUES ($1, $2, $3)
            ON CONFLICT (name) DO UPDATE SET version = $2, subject = $3
            """, [.text(name), .integer(version), .integer(last)])
        return rows.count
    }

    /// Looks at a piece of the entries behind `last`, and takes out those that are shown no more: a group that has ended has no
    /// row that says so. Returns where the next piece begins.
    func sweep(behind last: Subject, _ store: any Transaction, _ file: any Transaction) throws(StoreError) -> Subject {
        var subjects: [Subject] = []
        try file.query(listing, [.integer(last), .integer(20)]) { row in subjects.append(row.integer(0)) }
        for subject in subjects {
            var isShown = false
            try store.query(shown, [.integer(subject)]) { _ in isShown = true }
            if !isShown { try file.execute(removal, [.integer(subject), .integer(subject)]) }
        }
        return subjects.last ?? 0
    }

    /// M-48: what was taken out leaves the file, too.
    func compact(_ file: any Transaction) throws(StoreError) { try file.execute(compaction) }

    func clear(_ file: any Transaction) throws(StoreError) {
        try file.execute(removal, [.integer(Int64.min), .integer(Int64.max)])
        try file.execute("DELETE FROM name_place WHERE name = $1", [.text(name)])
    }

    func subjects(of query: SearchQuery, atMost limit: Int, in file: any Transaction) throws(StoreError) -> [Subject] {
        let terms = query.terms.map { "\"\($0.text)\"\($0.isPrefix ? "*" : "")" }
        var found: [Subject] = []
        try file.query(selection, [.text(terms.joined(separator: " AND ")), .integer(Int64(limit))]) { row in
            found.append(row.integer(0))
        }
        return found
    }

    private static func terms(of name: String) -> String {
        var (name, bytes): (String, [UInt8]) = (name, [])
        name.withUTF8 { FoldedText.writeTerms(of: UnsafeRawBufferPointer($0), [], to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
