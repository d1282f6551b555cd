import Storage
import TestSupport
import Testing

/// What one store has executed, another applies, and then holds the same.
struct ReplicationTests {
    private static let migrations = [
        Migration(
            number: 1, name: "things",
            statements: [
                "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE TABLE pair (one TEXT NOT NULL, other BLOB NOT NULL, PRIMARY KEY (other, one)) WITHOUT ROWID",
            ])
    ]

    private final class Node {
        private let folder: TemporaryFolder
        let directory: DataDirectory
        let store: ReplicatedStore

        init() throws {
            folder = try TemporaryFolder()
            directory = try DataDirectory(folder.path("store"))
            store = try ReplicatedStore(directory, migrations: Migrations(ReplicationTests.migrations))
        }

        deinit {
            store.close()
            directory.release()
        }

        func digestsByName() throws -> [TableDigest]? {
            try SQLiteStore.digests(directory: folder.path("store"))?.tables
        }
    }

    private let one: Node
    private let other: Node

    init() throws {
        one = try Node()
        other = try Node()
    }

    private func execute(_ sql: SQL, _ values: [SQLValue] = []) throws {
        try one.store.transaction.execute(sql, values)
    }

    private func hand() throws {
        let statements = one.store.statements
        try one.store.commit([1])
        try other.store.apply([statements], [1])
    }

    @Test func `what is executed is applied, and then all digests are equal`() throws {
        let empty = try one.store.digests()
        #expect(try other.store.digests() == empty)
        try one.store.begin()
        try execute("INSERT INTO thing (id, name) VALUES ($1, $2)", [.integer(1), .text("ä")])
        try execute("INSERT INTO thing (id, name) VALUES ($2, $1)", [.null, .integer(2)])
        try execute("INSERT INTO pair (one, other) VALUES ($1, $2)", [.text(""), .bytes([0])])
        #expect(try other.store.digests() == empty)
        try hand()
        #expect(try one.store.digests() == other.store.digests())
        #expect(try one.store.digests() != empty)
        #expect(try one.store.state() == [1])
        #expect(try other.store.state() == [1])
        // From beside, as `martlet store digest` does.
        #expect(try one.digestsByName() == other.store.digests())
    }

    @Test func `what has changed nothing is left out, and what was rolled back`() throws {
        try one.store.begin()
        try execute("UPDATE thing SET name = 'x'")
        #expect(one.store.statements == [])
        try execute("INSERT INTO thing (id) VALUES (1)")
        #expect(one.store.statements.count == 1)
        try one.store.rollBack()
        #expect(one.store.statements == [])
    }

    @Test func `a piece that fails is no part of what others apply, and the pieces around it are`() throws {
        func insert(_ id: Int64) throws(StoreError) {
            try one.store.transaction.execute(
                "INSERT INTO thing (id, name) VALUES ($1, $2)", [.integer(id), .text("name \(id)")])
        }
        try one.store.begin()
        try one.store.attempt { () throws(StoreError) in try insert(1) }
        #expect(throws: StoreError.self) {
            try one.store.attempt { () throws(StoreError) in
                try insert(2)
                try insert(1)
            }
        }
        try one.store.attempt { () throws(StoreError) in try insert(3) }
        #expect(one.store.statements.map(\.values.last) == [.text("name 1"), .text("name 3")])
        try hand()
        #expect(try one.store.digests() == other.store.digests())
    }

    @Test func `a store where a statement changes other rows applies nothing of it`() throws {
        try one.store.begin()
        try execute("INSERT INTO thing (id) VALUES (1)")
        try hand()
        try other.store.begin()
        try other.store.transaction.execute("INSERT INTO thing (id) VALUES (2)")
        try other.store.commit(nil)
        let before = try other.store.digests()
        try one.store.begin()
        try execute("INSERT INTO thing (id) VALUES (3)")
        try execute("UPDATE thing SET name = 'all'")
        let error = #expect(throws: StoreError.self) { try hand() }
        #expect(error?.message.contains("has changed 3 rows, and 2") == true)
        #expect(try other.store.digests() == before)
    }

    @Test(arguments: [false, true])
    func `a piece that meets a full disk ends the transaction, and nothing of it lasts`(isSwallowed: Bool) throws {
        let before = try one.store.digests()
        try one.store.begin()
        #expect(
            try one.store.attempt { () throws(StoreError) in
                try one.store.transaction.execute("INSERT INTO thing (id) VALUES (1)")
            } == 1)
        try one.store.reading.query("PRAGMA max_page_count = 16") { _ in }
        let error = #expect(throws: StoreError.self) {
            try one.store.attempt { () throws(StoreError) in
                do throws(StoreError) {
                    let large = SQLValue.bytes([UInt8](repeating: 1, count: 1 << 20))
                    try one.store.transaction.execute("INSERT INTO pair (one, other) VALUES ('a', $1)", [large])
                } catch {
                    if !isSwallowed { throw error }
                    try one.store.transaction.execute("UPDATE thing SET name = 'x'")
                }
            }
        }
        #expect(error?.isEnvironment == true, "\(error.map(String.init(describing:)) ?? "")")
        try one.store.rollBack()
        #expect(try one.store.digests() == before)
        #expect(one.store.statements == [])
    }

    /// Sends the copy in pieces of so many bytes.
    private func send(_ copy: StoreCopy, pieces bytes: Int) throws -> StoreCopy {
        let received = try StoreCopy.receive(in: other.directory)
        var offset = 0
        while true {
            let piece = try copy.read(at: offset, upTo: bytes)
            if piece.isEmpty { return received }
            try received.append(piece)
            offset += piece.count
        }
    }

    @Test(arguments: [1_000, 4_096, 1 << 20])
    func `a store takes over another one's copy, whatever it held before`(bytes: Int) throws {
        try one.store.begin()
        for number in 1...500 {
            try execute(
                "INSERT INTO thing (id, name) VALUES ($1, $2)",
                [.integer(Int64(number)), .text(String(repeating: "ä", count: number))])
        }
        try one.store.commit([7])
        try other.store.begin()
        try other.store.transaction.execute("INSERT INTO thing (id, name) VALUES (9999, 'gone')")
        try other.store.commit([8])
        let copied = try one.store.digests()
        let copy = try StoreCopy.make(of: one.directory)
        #expect(try copy.state() == [7])
        // The copy stays as it is.
        try one.store.begin()
        try execute("DELETE FROM thing")
        try one.store.commit([9])
        let received = try send(copy, pieces: bytes)
        try other.store.replace(with: received)
        #expect(try other.store.digests() == copied)
        #expect(try other.store.state() == [7])
        #expect(try other.digestsByName() == copied)
        // And goes on.
        try other.store.begin()
        try other.store.transaction.execute("INSERT INTO thing (id) VALUES (501)")
        try other.store.commit([10])
        #expect(try other.store.state() == [10])
    }

    @Test func `what is no whole store takes no store's place`() throws {
        try one.store.begin()
        for number in 1...500 { try execute("INSERT INTO thing (id) VALUES ($1)", [.integer(Int64(number))]) }
        try one.store.commit([7])
        let before = try other.store.digests()
        let copy = try StoreCopy.make(of: one.directory)
        let cut = try StoreCopy.receive(in: other.directory)
        try cut.append(try copy.read(at: 0, upTo: 8_192))
        #expect(throws: StoreError.self) { try cut.state() }
        let foreign = try StoreCopy.receive(in: other.directory)
        try foreign.append(Array("no database at all".utf8))
        #expect(throws: StoreError.self) { try foreign.state() }
        #expect(throws: StoreError.self) { try other.store.replace(with: foreign) }
        #expect(try other.store.digests() == before)
    }

    @Test(arguments: [
        ("UPDATE thing SET name = '2' WHERE id = 1" as SQL, "thing"),
        ("UPDATE thing SET name = '' WHERE id = 1", "thing"),
        ("UPDATE thing SET id = 7 WHERE id = 1", "thing"), ("DELETE FROM thing WHERE id = 1", "thing"),
        ("UPDATE pair SET one = 'b'", "pair"), ("UPDATE pair SET one = CAST('a' AS BLOB)", "pair"),
    ])
    func `each change changes the digest of its table alone`(change: SQL, table: String) throws {
        try one.store.begin()
        try execute("INSERT INTO thing (id) VALUES (1)")
        try execute("INSERT INTO pair (one, other) VALUES ('a', $1)", [.bytes([1])])
        let before = try one.store.digests()
        try execute(change)
        let changed = zip(before, try one.store.digests()).filter { $0 != $1 }
        #expect(changed.map(\.0.table) == [table])
        try one.store.rollBack()
    }
}
