import Storage
import TestSupport
import Testing

/// Two stores that ought to hold the same compare some rows with each record.
struct ComparisonTests {
    private let one: ReplicatedStore
    private let other: ReplicatedStore
    private let folders: [TemporaryFolder]

    private static let migrations = [
        Migration(
            number: 1, name: "things",
            statements: [
                "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, weight)",
                "CREATE TABLE pair (one TEXT NOT NULL, other BLOB NOT NULL, PRIMARY KEY (other, one)) WITHOUT ROWID",
                "CREATE TABLE empty (id INTEGER PRIMARY KEY)",
            ])
    ]

    /// So many steps that each table has been looked at once at least.
    private static let steps = 16

    init() throws {
        folders = [try TemporaryFolder(), try TemporaryFolder()]
        let stores = try folders.map { folder in
            try ReplicatedStore(DataDirectory(folder.path("store")), migrations: Migrations(Self.migrations))
        }
        (one, other) = (stores[0], stores[1])
        try hand { transaction in
            for id in 1...450 {
                try transaction.execute(
                    "INSERT INTO thing (id, name) VALUES ($1, $2)", [.integer(Int64(id)), .text("name \(id)")])
                try transaction.execute(
                    "INSERT INTO pair (one, other) VALUES ($1, $2)", [.text("\(id)"), .bytes([UInt8(id % 7)])])
            }
        }
    }

    private func hand(_ body: (any Transaction) throws -> Void) throws {
        try one.begin()
        try body(one.transaction)
        let statements = one.statements
        try one.commit([1])
        try other.apply([statements], [1])
    }

    private func compare() throws {
        for _ in 0..<Self.steps { try hand { _ in try one.compare() } }
    }

    @Test func `stores that hold the same go on, and comparing them changes nothing`() throws {
        let before = try one.digests()
        var count = 0
        for _ in 0..<Self.steps {
            try hand { _ in
                try one.compare()
                count += one.statementCount
            }
        }
        #expect(count == Self.steps)
        #expect(try one.digests() == before && other.digests() == before)
        one.close()
        other.close()
    }

    @Test(
        arguments: [
            "UPDATE thing SET name = 'x' WHERE id = 1", "UPDATE thing SET name = NULL WHERE id = 200",
            "UPDATE thing SET weight = 0.5 WHERE id = 450", "DELETE FROM thing WHERE id = 401",
            "UPDATE thing SET name = CAST(name AS BLOB) WHERE id = 300", "INSERT INTO thing (id) VALUES (451)",
            "DELETE FROM thing", "UPDATE pair SET one = 'x' WHERE one = '450'", "INSERT INTO empty (id) VALUES (7)",
        ] as [SQL])
    func `a store with another row applies no more`(difference: SQL) throws {
        try other.begin()
        try other.transaction.execute(difference)
        try other.commit(nil)
        let error = #expect(throws: StoreError.self) { try compare() }
        #expect(error?.message.contains("not what the leader's is") == true)
        one.close()
        other.close()
    }
}
