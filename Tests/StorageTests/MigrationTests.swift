import Storage
import TestSupport
import Testing

struct MigrationTests {
    private static let first = TestStore.migrations[0]
    private static let second = Migration(
        number: 2, name: "colours",
        statements: ["ALTER TABLE thing ADD COLUMN colour TEXT", "UPDATE thing SET colour = 'red'"])

    @Test func `a store goes forward and keeps what it has`() throws {
        let folder = try TemporaryFolder()
        try withStore(folder, [Self.first]) { store in
            store.insert(1)
            try store.settle()
        }
        for _ in 1...2 {
            try withStore(folder, [Self.first, Self.second]) { store in
                let colours = try store.read { transaction throws(StoreError) in
                    var colours: [String] = []
                    try transaction.query("SELECT colour FROM thing") { colours.append($0.text(0)) }
                    return colours
                }
                #expect(colours == ["red"])
            }
        }
    }

    @Test func `a store newer than the program is refused`() throws {
        let folder = try TemporaryFolder()
        try withStore(folder, [Self.first, Self.second]) { _ in }
        let error = #expect(throws: StoreError.self) { try withStore(folder, [Self.first]) { _ in } }
        #expect(error?.message.contains("newer than this program") == true)
    }

    @Test func `a past that was rewritten is refused`() throws {
        let folder = try TemporaryFolder()
        try withStore(folder, [Self.first]) { _ in }
        let changed = Migration(number: 1, name: "things", statements: ["CREATE TABLE thing (id BIGINT PRIMARY KEY)"])
        let error = #expect(throws: StoreError.self) { try withStore(folder, [changed]) { _ in } }
        #expect(error?.message.contains("migration 1 (things)") == true)
    }

    @Test func `a migration that fails leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let bad = Migration(
            number: 2, name: "bad", statements: ["CREATE TABLE leftover (id BIGINT)", "INSERT INTO nowhere VALUES (1)"])
        #expect(throws: StoreError.self) { try withStore(folder, [Self.first, bad]) { _ in } }
        let good = Migration(number: 2, name: "good", statements: ["CREATE TABLE leftover (id BIGINT)"])
        try withStore(folder, [Self.first, good]) { _ in }
    }

    @Test func `the observer is made from the migrated store, and its failure is the start's`() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: StoreError.self) {
            let store = try Store(DataDirectory(folder.path("store")), migrations: Migrations([Self.first])) { _ in
            } observer: { transaction throws(StoreError) -> Notebook in
                try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                throw StoreError(.broken, "no resident")
            }
            store.close()
        }
        #expect(error?.message == "no resident")
        try withStore(folder, [Self.first]) { store in
            let things = try store.things()
            #expect(things == [])
        }
    }

    private func withStore(
        _ folder: TemporaryFolder, _ migrations: [Migration], _ body: (TestStore) throws -> Void
    ) throws {
        let store = try TestStore(DataDirectory(folder.path("store")), migrations: migrations)
        defer { store.store.close() }
        try body(store)
    }
}
