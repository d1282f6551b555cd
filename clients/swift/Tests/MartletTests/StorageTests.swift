import Foundation
import MartletClient
import MartletStore
import Testing

/// A storage that a test has opened. `reopened` gives it as another run of the program has it.
private final class Opened {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-\(UUID()).db").path
    private let isFile: Bool
    private(set) var storage: any Storage

    init(isFile: Bool) {
        self.isFile = isFile
        storage = isFile ? SQLiteStorage(path: path) : MemoryStorage()
    }

    deinit {
        for end in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + end) {
            do {
                try FileManager.default.removeItem(atPath: path + end)
            } catch {
                Issue.record(error)
            }
        }
    }

    func reopened() async -> any Storage {
        await storage.close()
        if isFile { storage = SQLiteStorage(path: path) }
        return storage
    }
}

extension Storage {
    fileprivate func rows(
        _ space: String, _ from: String? = nil, _ to: String? = nil, _ limit: Int? = nil
    ) async throws -> [StoredRow] {
        try await range(space, from: from, to: to, limit: limit)
    }

    fileprivate func put(_ changes: (String, String, JSON?)...) async throws {
        try await write(changes.map { StoredChange($0.0, $0.1, $0.2) })
    }
}

/// The contract of clients/javascript/test/support/contract.js.
@Suite(.serialized) struct StorageTests {
    @Test(arguments: [false, true])
    func `rows of a space come in the order of their keys`(isFile: Bool) async throws {
        let opened = Opened(isFile: isFile)
        try await opened.storage.put(("b", "2", 2), ("a", "x", ["deep": [1]]), ("b", "10", 10), ("b", "", 0))
        let rows = [StoredRow("", 0), StoredRow("10", 10), StoredRow("2", 2)]
        #expect(try await opened.storage.rows("b") == rows)
        #expect(try await opened.reopened().rows("a") == [StoredRow("x", ["deep": [1]])])
        #expect(try await opened.storage.rows("none").isEmpty)
    }

    @Test(arguments: [false, true])
    func `a range begins at a key, ends before another, and has so many rows`(isFile: Bool) async throws {
        let opened = Opened(isFile: isFile)
        for key in ["é", "d", "a", "c", "b", "\u{1f426}"] { try await opened.storage.put(("s", key, 1)) }
        try await opened.storage.put(("r", "z", 1), ("t", "", 1))
        let cases: [(String?, String?, Int?, [String])] = [
            ("b", "d", nil, ["b", "c"]), ("bb", nil, nil, ["c", "d", "é", "\u{1f426}"]), ("", "b", nil, ["a"]),
            ("b", nil, 2, ["b", "c"]), (nil, "c", 5, ["a", "b"]), ("x", "y", nil, []), ("b", "b", nil, []),
        ]
        for (from, to, limit, keys) in cases {
            #expect(try await opened.storage.rows("s", from, to, limit).map(\.key) == keys)
        }
    }

    @Test(arguments: [false, true])
    func `a write replaces and removes, in the order of its changes`(isFile: Bool) async throws {
        let opened = Opened(isFile: isFile)
        try await opened.storage.put(("s", "a", 1), ("s", "b", 1), ("s", "c", 1))
        try await opened.storage.put(
            ("s", "a", 2), ("s", "b", nil), ("s", "d", 1), ("s", "d", nil), ("s", "e", nil), ("s", "c", nil),
            ("s", "c", 3))
        #expect(try await opened.reopened().rows("s") == [StoredRow("a", 2), StoredRow("c", 3)])
    }

    @Test(arguments: [false, true])
    func `a write is done in all, or not at all`(isFile: Bool) async throws {
        let opened = Opened(isFile: isFile)
        try await opened.storage.put(("s", "a", 1))
        let storage = opened.storage
        await #expect(throws: MartletError.self) { try await storage.put(("s", "a", 2), ("s", "b", .double(.nan))) }
        #expect(try await opened.reopened().rows("s") == [StoredRow("a", 1)])
        try await opened.storage.put(("s", "c", 3))
        #expect(try await opened.storage.rows("s") == [StoredRow("a", 1), StoredRow("c", 3)])
    }

    @Test(arguments: [false, true])
    func `clearing leaves the spaces that are to be kept`(isFile: Bool) async throws {
        let opened = Opened(isFile: isFile)
        for space in ["a", "draft", "m", "outbox", "z"] { try await opened.storage.put((space, "1", JSON(space))) }
        try await opened.storage.clear(keeping: ["outbox", "draft"])
        let storage = await opened.reopened()
        for space in ["a", "m", "z"] { #expect(try await storage.rows(space).isEmpty) }
        #expect(try await storage.rows("outbox") == [StoredRow("1", "outbox")])
        #expect(try await storage.rows("draft") == [StoredRow("1", "draft")])
        try await storage.clear(keeping: [])
        #expect(try await storage.rows("outbox").isEmpty)
    }

    @Test(arguments: [false, true])
    func `a storage that was closed is opened again when it is used`(isFile: Bool) async throws {
        let opened = Opened(isFile: isFile)
        try await opened.storage.put(("s", "a", 1))
        await opened.storage.close()
        try await opened.storage.put(("s", "b", 2))
        #expect(try await opened.storage.rows("s").count == 2)
    }

    @Test func `a damaged file says so, and is empty after it is cleared`() async throws {
        let opened = Opened(isFile: true)
        try Data("this is no database, and as long as a head of one would be: it has some hundred bytes".utf8)
            .write(to: URL(fileURLWithPath: opened.path))
        let storage = opened.storage
        let error = await #expect(throws: MartletError.self) { try await storage.rows("s") }
        #expect(error?.name == "damaged")
        try await storage.clear(keeping: ["outbox"])
        try await storage.put(("s", "a", 1))
        #expect(try await opened.reopened().rows("s").count == 1)
    }

    @Test func `one at a time has the file`() async throws {
        let opened = Opened(isFile: true)
        try await opened.storage.put(("s", "a", 1))
        let other = SQLiteStorage(path: opened.path)
        let error = await #expect(throws: MartletError.self) { try await other.rows("s") }
        #expect(error?.name == "notSaved")
        await opened.storage.close()
        #expect(try await other.rows("s").count == 1)
        await other.close()
    }

    @Test func `an overwritten value is nowhere in the files`() async throws {
        let opened = Opened(isFile: true)
        let storage = SQLiteStorage(path: opened.path)
        let secret = "a secret that was recalled"
        try await storage.put(("message", "1", ["text": JSON(secret)]))
        try await storage.put(("message", "1", ["text": "recalled"]))
        try await storage.flush()
        for end in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: opened.path + end))
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
        await storage.close()
    }
}
