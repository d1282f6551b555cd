import Storage
import TestSupport
import Testing

/// Values come out as they went in.
struct ValueTests {
    private static let migrations = [
        Migration(
            number: 1, name: "values",
            statements: ["CREATE TABLE sample (id BIGINT NOT NULL PRIMARY KEY, number BIGINT, words TEXT, data BLOB)"])
    ]

    @Test(
        arguments: [
            [SQLValue.null, .null, .null],
            [.integer(0), .text(""), .bytes([])],
            [.integer(.max), .text("größer 漢字 👩‍👩‍👧"), .bytes([0, 255, 0])],
            [
                .integer(.min), .text(String(repeating: "x", count: 100_000)),
                .bytes(Array(repeating: 0, count: 100_000)),
            ],
            [.integer(-1), .text("'; DROP TABLE sample; --"), .bytes(Array(0...255))],
        ])
    func `a value comes back as it was`(values: [SQLValue]) throws {
        try withStore { store in
            store.write { _, transaction throws(StoreError) in
                try transaction.execute("INSERT INTO sample VALUES (1, $1, $2, $3)", values)
            }
            try store.settle()
            let found = try store.read { transaction throws(StoreError) in
                var found: [[SQLValue]] = []
                try transaction.query("SELECT number, words, data FROM sample") { row in
                    found.append([
                        row.isNull(0) ? .null : .integer(row.key(0)),
                        row.optionalText(1).map { .text($0) } ?? .null,
                        row.optionalBytes(2).map { .bytes($0) } ?? .null,
                    ])
                }
                return found
            }
            #expect(found == [values])
        }
    }

    @Test(arguments: [1 << 53, -(1 << 53), 1 << 53 + 1, -(1 << 53) - 1, .max, .min] as [Int64])
    func `a number that might overflow is damage`(number: Int64) throws {
        try withStore { store in
            store.write { _, transaction throws(StoreError) in
                try transaction.execute("INSERT INTO sample (id, number) VALUES (1, $1)", [.integer(number)])
            }
            try store.settle()
            let read = {
                try store.read { transaction throws(StoreError) in
                    var found: Int64 = 0
                    try transaction.query("SELECT number FROM sample") { row in found = row.integer(0) }
                    return found
                }
            }
            if number.magnitude <= 1 << 53 {
                #expect(try read() == number)
            } else {
                #expect {
                    _ = try read()
                } throws: {
                    ($0 as? StoreError)?.kind == .corrupt
                }
            }
        }
    }

    @Test func `placeholders are numbered, wherever they stand`() throws {
        try withStore { store in
            let found = try store.read { transaction throws(StoreError) in
                var found: [Int64] = []
                try transaction.query(
                    "SELECT $2, $1, $3, $2, $11, $10",
                    (1...11).map { .integer($0 * 100) }
                ) { row in found = (0..<6).map(row.integer) }
                return found
            }
            #expect(found == [200, 100, 300, 200, 1100, 1000])
        }
    }

    @Test func `bytes can be read where they lie`() throws {
        try withStore { store in
            let found = try store.read { transaction throws(StoreError) in
                var found: [[UInt8]] = []
                try transaction.query("SELECT $1, $2, $3", [.text("äb"), .bytes([0, 1]), .bytes([])]) {
                    row throws(StoreError) in
                    for column in 0..<3 { try row.withBytes(column) { found.append(Array($0)) } }
                }
                return found
            }
            #expect(found == [Array("äb".utf8), [0, 1], []])
        }
    }

    @Test func `execute counts the rows it changed`() throws {
        try withStore { store in
            let counts = TestSupport.Log<Int>()
            store.write { _, transaction throws(StoreError) in
                counts.add(
                    try transaction.execute("INSERT INTO sample (id) VALUES ($1), ($2)", [.integer(1), .integer(2)]))
                counts.add(try transaction.execute("UPDATE sample SET number = 1"))
                counts.add(try transaction.execute("UPDATE sample SET number = 1 WHERE id = 3"))
                counts.add(try transaction.execute("INSERT INTO sample (id) VALUES (1) ON CONFLICT DO NOTHING"))
                counts.add(try transaction.execute("DELETE FROM sample WHERE id = 2"))
            }
            try store.settle()
            #expect(counts.entries == [2, 2, 0, 0, 1])
        }
    }

    @Test func `other SQL can run within a query's rows`() throws {
        try withStore { store in
            store.write { _, transaction throws(StoreError) in
                for id in 1...3 {
                    try transaction.execute("INSERT INTO sample (id, number) VALUES ($1, 0)", [.integer(Int64(id))])
                }
                var ids: [Int64] = []
                try transaction.query("SELECT id FROM sample") { ids.append($0.integer(0)) }
                try transaction.query("SELECT id FROM sample ORDER BY id DESC") { row throws(StoreError) in
                    try transaction.execute(
                        "UPDATE sample SET number = id * 10 WHERE id = $1", [.integer(row.integer(0))])
                }
            }
            try store.settle()
            let sum = try store.read { transaction throws(StoreError) in
                var sum: Int64 = 0
                try transaction.query("SELECT sum(number) FROM sample") { sum = $0.integer(0) }
                return sum
            }
            #expect(sum == 60)
        }
    }

    private func withStore(_ body: (TestStore) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let store = try TestStore(DataDirectory(folder.path("store")), migrations: Self.migrations)
        defer { store.store.close() }
        try body(store)
        try store.settle()
        #expect(store.failures.entries == [])
    }
}
