import Glibc
import Storage
import TestSupport
import Testing

/// A store that can be read but not written to: its database has been moved away under it.
struct DegradationTests {
    private let folder: TemporaryFolder
    private let store: TestStore

    init() throws {
        folder = try TemporaryFolder()
        var options = StoreOptions()
        options.probeMilliseconds = 20
        store = try TestStore(DataDirectory(folder.path("store")), options: options)
    }

    private var database: String { folder.path("store") + "/martlet.sqlite" }

    private func move(_ old: String, _ new: String) throws {
        try #require(rename(old, new) == 0)
    }

    /// Notes how many things there are, on the writer's queue.
    private func count(into counts: TestSupport.Log<Int64>) {
        store.write { notebook, transaction throws(StoreError) in
            var count: Int64 = 0
            try transaction.query("SELECT count(*) FROM thing") { count = $0.integer(0) }
            notebook.announcements.append { [count] in counts.add(count) }
        }
    }

    @Test func `what only reads is done in the batch that failed, and after it`() throws {
        defer { store.store.close() }
        store.insert(1)
        try store.settle()
        let counts = TestSupport.Log<Int64>()
        let gate = try store.occupyWriter()
        count(into: counts)
        for id in 2...400 { store.insert(Int64(id)) }
        count(into: counts)
        try move(database, folder.path("away"))
        gate.set(())
        try store.settle()
        #expect(counts.entries == [1, 1])
        #expect(store.failures.entries.count == 399)
        #expect(store.failures.entries.allSatisfy { $0.isEnvironment && $0.message.contains("was moved or replaced") })
        #expect(store.health.entries.count == 1)

        store.insert(500)
        count(into: counts)
        try store.settle()
        #expect(counts.entries == [1, 1, 1])
        #expect(store.failures.entries.count == 400)
        #expect(store.committed == [1])
    }

    @Test func `a store that is asked without a pause still recovers`() throws {
        defer { store.store.close() }
        try move(database, folder.path("away"))
        store.insert(1)
        try eventually { store.health.entries.count == 1 }
        try move(folder.path("away"), database)
        try eventually {
            store.insert(2)
            return store.health.entries.count == 2
        }
        #expect(store.health.entries[1] == nil)
        store.insert(3)
        try store.settle()
        #expect(store.committed.last == 3 && !store.committed.contains(1))
        #expect(try store.things() == [2, 3])
    }

    @Test func `another file in the database's place is none that is written to`() throws {
        defer { store.store.close() }
        store.insert(1)
        try store.settle()
        try move(database, folder.path("away"))
        let other = try #require(fopen(database, "w"))
        fclose(other)
        store.insert(2)
        try store.settle()
        #expect(store.failures.entries.count == 1)
        #expect(try store.things() == [1])
        try move(folder.path("away"), database)
    }
}
