import Domain
import Storage

/// Days since 1970 (UTC).
struct DayNumber: TypedNumber {
    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// The day on which the message was sent.
    init(_ message: MessageNumber) { self.init(rawValue: message.rawValue / 86_400_000_000) }

    var start: Stamp { Stamp(rawValue * 86_400_000_000) }
}

/// The index of the messages of one day (UTC): a table of SQLite's FTS5, with the message's place in the day as its row id.
///
/// Entries cannot be taken out of it, so a day of which something was recalled or edited is built again beside itself,
/// and the table that it had is dropped.
struct SearchDay {
    let number: DayNumber
    private(set) var table: SearchTable
    /// When something in it became out of date.
    private(set) var staleSince: Milliseconds?
    private(set) var successor: SearchTable?
    /// The successor has the messages up to this one.
    private(set) var built: MessageNumber

    /// The first message that it could have, and the first of the next day.
    var bounds: Range<MessageNumber> { MessageNumber(number.start)..<MessageNumber(number.next.start) }

    static let tables: [SQL] = [
        """
        CREATE TABLE IF NOT EXISTS day (
            number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, stale_since INTEGER,
            successor INTEGER, built INTEGER NOT NULL)
        """,
        // Edited messages with the version that is in the index.
        "CREATE TABLE IF NOT EXISTS edited (message INTEGER PRIMARY KEY, version INTEGER NOT NULL)",
        // Which users have written to each other on a day.
        """
        CREATE TABLE IF NOT EXISTS talk (
            day INTEGER NOT NULL, account INTEGER NOT NULL, conversation INTEGER NOT NULL,
            PRIMARY KEY (day, account, conversation)) WITHOUT ROWID
        """,
    ]

    /// `known`: the days as they were found before. The statements of a table that is still the same are not put together again.
    static func all(
        in file: any Transaction, knowing known: [DayNumber: SearchDay] = [:]
    ) throws(StoreError) -> [DayNumber: SearchDay] {
        var days: [DayNumber: SearchDay] = [:]
        try file.query("SELECT number, generation, stale_since, successor, built FROM day") { row in
            let number: DayNumber = row.integer(0)
            let generation: Int64 = row.integer(1)
            var table = known[number]?.table
            if table?.generation != generation { table = nil }
            days[number] = SearchDay(
                number: number, table: table ?? SearchTable(number, generation), staleSince: row.optionalInteger(2),
                successor: row.isNull(3) ? nil : SearchTable(number, row.integer(3)), built: row.integer(4))
        }
        return days
    }

    static func make(_ number: DayNumber, in file: any Transaction) throws(StoreError) -> SearchDay {
        let day = SearchDay(number: number, table: SearchTable(number, 1), built: 0)
        try file.execute(
            "INSERT INTO day (number, generation, built) VALUES ($1, 1, 0)", [.integer(number)])
        try day.table.create(in: file)
        return day
    }

    /// With all that is known of the day.
    func drop(in file: any Transaction) throws(StoreError) {
        try table.drop(in: file)
        try successor?.drop(in: file)
        try file.execute("DELETE FROM day WHERE number = $1", [.integer(number)])
        try file.execute("DELETE FROM talk WHERE day = $1", [.integer(number)])
        try file.execute(
            "DELETE FROM edited WHERE message >= $1 AND message < $2",
            [.integer(bounds.lowerBound), .integer(bounds.upperBound)])
    }

    // MARK: - Messages

    func place(of message: MessageNumber) -> Microseconds {
        Microseconds(message.rawValue - bounds.lowerBound.rawValue)
    }

    func message(at place: Microseconds) -> MessageNumber { MessageNumber(number.start + place) }

    /// Also of a message that is in it: what it said before stays until the day is built again.
    func insert(_ terms: String, of message: MessageNumber, in file: any Transaction) throws(StoreError) {
        try table.insert(terms, at: place(of: message), in: file)
        if let successor, message <= built { try successor.insert(terms, at: place(of: message), in: file) }
    }

    /// True: it is to be put in.
    static func noteEdit(_ message: MessageNumber, _ version: Int64, in file: any Transaction) throws(StoreError)
        -> Bool
    {
        try file.execute(
            """
            INSERT INTO edited (message, version) VALUES ($1, $2)
            ON CONFLICT (message) DO UPDATE SET version = $2 WHERE version != $2
            """, [.integer(message), .integer(version)]) > 0
    }

    func noteTalk(
        of account: AccountNumber, in conversation: ConversationNumber, _ file: any Transaction
    ) throws(StoreError) {
        try file.execute(
            "INSERT INTO talk (day, account, conversation) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.integer(number), .integer(account), .integer(conversation)])
    }

    /// With whom the account has written on the day, up to a limit.
    func talks(
        of account: AccountNumber, atMost limit: Int, in file: any Transaction
    ) throws(StoreError) -> [ConversationNumber] {
        var found: [ConversationNumber] = []
        try file.query(
            "SELECT conversation FROM talk WHERE day = $1 AND account = $2 LIMIT $3",
            [.integer(number), .integer(account), .integer(Int64(limit))]
        ) { row in found.append(row.integer(0)) }
        return found
    }

    // MARK: - Building again

    mutating func noteStale(at time: Milliseconds, in file: any Transaction) throws(StoreError) {
        if staleSince != nil { return }
        staleSince = time
        try save(in: file)
    }

    /// Begins the next generation. Messages that become stale from here on stay so until the one after it.
    mutating func beginSuccessor(in file: any Transaction) throws(StoreError) {
        let next = SearchTable(number, table.generation + 1)
        try next.create(in: file)
        (staleSince, successor, built) = (nil, next, MessageNumber(bounds.lowerBound.rawValue - 1))
        try save(in: file)
    }

    mutating func build(
        _ messages: [(message: MessageNumber, terms: String)], upTo last: MessageNumber, in file: any Transaction
    ) throws(StoreError) {
        for (message, terms) in messages { try successor?.insert(terms, at: place(of: message), in: file) }
        built = last
        try save(in: file)
    }

    mutating func endSuccessor(in file: any Transaction) throws(StoreError) {
        guard let next = successor else { return }
        try table.drop(in: file)
        (table, successor, built) = (next, nil, 0)
        try save(in: file)
    }

    private func save(in file: any Transaction) throws(StoreError) {
        try file.execute(
            "UPDATE day SET generation = $2, stale_since = $3, successor = $4, built = $5 WHERE number = $1",
            [
                .integer(number), .integer(table.generation), staleSince.map { .integer($0) } ?? .null,
                successor.map { .integer($0.generation) } ?? .null, .integer(built),
            ])
    }
}

/// One table of entries.
struct SearchTable {
    let generation: Int64
    private let creation: SQL
    private let insertion: SQL
    private let removal: SQL
    private let selection: SQL

    init(_ day: DayNumber, _ generation: Int64) {
        self.generation = generation
        let name = "day_\(day)_\(generation)"
        creation = SQL(
            composed: """
                CREATE VIRTUAL TABLE \(name) USING fts5(
                    terms, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '_'")
                """)
        insertion = SQL(composed: "INSERT INTO \(name) (rowid, terms) VALUES ($1, $2)")
        removal = SQL(composed: "DROP TABLE \(name)")
        selection = SQL(
            composed: """
                SELECT rowid FROM \(name) WHERE \(name) MATCH $1 AND rowid >= $2 AND rowid < $3
                ORDER BY rowid DESC LIMIT $4
                """)
    }

    func create(in file: any Transaction) throws(StoreError) { try file.execute(creation) }

    func drop(in file: any Transaction) throws(StoreError) { try file.execute(removal) }

    func insert(_ terms: String, at place: Microseconds, in file: any Transaction) throws(StoreError) {
        try file.execute(insertion, [.integer(place), .text(terms)])
    }

    /// The places of what fits, the last first.
    func places(
        of expression: String, in range: Range<Microseconds>, atMost limit: Int, _ file: any Transaction
    ) throws(StoreError) -> [Microseconds] {
        var places: [Microseconds] = []
        try file.query(
            selection,
            [
                .text(expression), .integer(range.lowerBound), .integer(range.upperBound), .integer(Int64(limit)),
            ]
        ) { row in places.append(row.integer(0)) }
        return places
    }
}
