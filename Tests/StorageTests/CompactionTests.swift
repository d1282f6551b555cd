import TestSupport
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

@testable import Storage

/// What is deleted, and what SQLite leaves of it in the file.
struct CompactionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Each row has a text of its own, several times.
    private func text(_ id: Int64) -> String { String(repeating: "row-\(1_000_000 + id)-", count: Int(id % 7) + 1) }

    /// The rows whose text is in the file.
    private func found() throws -> Set<Int64> {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("store/martlet.sqlite")))
        let file = String(decoding: bytes, as: UTF8.self)
        return Set(file.matches(of: /row-(\d{7})-/).compactMap { Int64($0.1).map { $0 - 1_000_000 } })
    }

    @Test func `a compacted store has nothing but its rows, and what others wrote is whole`() throws {
        var random = SeededRandom()
        let directory = try DataDirectory(folder.path("store"))
        var kept: Set<Int64> = []
        let connection = try directory.openWriter()
        try connection.transact { transaction throws(StoreError) in
            try transaction.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        }
        // Rows that come and go have SQLite move others.
        for batch in 0..<100 {
            try connection.transact { transaction throws(StoreError) in
                for id in Int64(batch) * 100..<Int64(batch + 1) * 100 {
                    try transaction.execute("INSERT INTO thing VALUES ($1, $2)", [.integer(id), .text(text(id))])
                    kept.insert(id)
                    let other = max(0, id - Int64.random(in: 0..<400, using: &random))
                    if Bool.random(using: &random) {
                        try transaction.execute("DELETE FROM thing WHERE id = $1", [.integer(other)])
                        kept.remove(other)
                    } else if kept.contains(other) {
                        let longer = String(repeating: text(other), count: Int.random(in: 1...5, using: &random))
                        try transaction.execute(
                            "UPDATE thing SET text = $2 WHERE id = $1", [.integer(other), .text(longer)])
                    }
                }
            }
        }
        let erased = kept.filter { $0 % 3 == 0 }
        try connection.transact { transaction throws(StoreError) in
            for id in erased { try transaction.execute("UPDATE thing SET text = '' WHERE id = $1", [.integer(id)]) }
        }
        kept.subtract(erased)
        connection.close()
        #expect(try !found().isSubset(of: kept), "SQLite leaves nothing by itself: \(random)")

        try SQLiteStore.compact(directory)
        #expect(try found() == kept)
        let file = folder.path("store/martlet.sqlite")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = try directory.openReader()
        defer { again.close() }
        var rows: Set<Int64> = []
        try again.query("SELECT id FROM thing WHERE text != ''", []) { row in rows.insert(row.integer(0)) }
        #expect(rows == kept)
    }

    @Test func `an emptied log has nothing of what was overwritten, as soon as no reader needs it`() throws {
        let store = try TestStore(DataDirectory(folder.path("store")))
        defer { store.store.close() }
        store.insert(1, "secret")
        try store.settle()
        let (isReading, mayEnd, isEmpty) = (Outcome<Void>(), Outcome<Void>(), Outcome<Void>())
        store.store.read { transaction throws(StoreError) in
            try transaction.query("SELECT count(*) FROM thing") { _ in }
            isReading.set(())
            while !mayEnd.isSet { Thread.sleep(milliseconds: 1) }
        } failed: { _ in
        }
        try eventually { isReading.isSet }
        store.write { _, transaction throws(StoreError) in try transaction.execute("DELETE FROM thing WHERE id = 1") }
        try store.settle()
        store.store.emptyLog { isEmpty.set(()) }
        store.insert(2, "more")
        try store.settle()
        #expect(!isEmpty.isSet)
        mayEnd.set(())
        try eventually { isEmpty.isSet }
        for file in ["martlet.sqlite", "martlet.sqlite-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("store/\(file)")))
            #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(file)")
        }
    }
}
