import Storage
import TestSupport
import Testing

/// Batches: all or nothing, in order, again where that is needed.
struct WritingTests {
    @Test func `what waits is committed together, in order`() throws {
        try withStore { store in
            let gate = try store.occupyWriter()
            for id in 1...500 { store.insert(Int64(id)) }
            gate.set(())
            try store.settle()
            // The job that occupied the writer, and the one that settles it, may be batches of their own.
            #expect(store.entries.entries.filter { $0 != .committed([]) } == [.committed(Array(1...500))])
            #expect(try store.things() == Array(1...500))
        }
    }

    @Test func `a batch takes no more than its share`() throws {
        var options = StoreOptions()
        options.batchOperations = 10
        try withStore(options) { store in
            let gate = try store.occupyWriter()
            for id in 1...95 { store.insert(Int64(id)) }
            gate.set(())
            try store.settle()
            for case .committed(let ids) in store.entries.entries { #expect(ids.count <= 10) }
            #expect(store.committed == Array(1...95))
        }
    }

    @Test func `a bad job among good ones fails alone`() throws {
        try withStore { store in
            let gate = try store.occupyWriter()
            for id in [1, 2, 2, 3, 1, 4] as [Int64] { store.insert(id) }
            gate.set(())
            try store.settle()
            #expect(store.failures.entries.map(\.kind) == [.constraint, .constraint])
            #expect(store.committed == [1, 2, 3, 4])
            #expect(try store.things() == [1, 2, 3, 4])
            #expect(store.health.entries.isEmpty, "a constraint is no illness")
        }
    }

    @Test func `jobs run again after a rollback, and the observer is told before`() throws {
        try withStore { store in
            let gate = try store.occupyWriter()
            for id in [1, 2, 1, 3] as [Int64] { store.insert(id) }
            gate.set(())
            try store.settle()
            // The first entry is the commit of the job that occupied the writer, if it was alone in its batch.
            let told = store.entries.entries.filter { $0 != .committed([]) }
            #expect(told == [.rolledBack([1, 2]), .committed([1, 2, 3])])
        }
    }

    @Test func `half of a job is none of it`() throws {
        try withStore { store in
            store.write { _, transaction throws(StoreError) in
                try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                throw StoreError(.broken, "on purpose")
            }
            try store.settle()
            #expect(store.failures.entries == [StoreError(.broken, "on purpose")])
            #expect(try store.things() == [])
        }
    }

    @Test func `what only the commit refuses fails the job that did it`() throws {
        let deferred = Migration(
            number: 2, name: "links",
            statements: [
                """
                CREATE TABLE link (
                    id BIGINT NOT NULL PRIMARY KEY,
                    thing BIGINT NOT NULL REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED)
                """
            ])
        try withStore(migrations: TestStore.migrations + [deferred]) { store in
            let gate = try store.occupyWriter()
            store.insert(1)
            store.write { _, transaction throws(StoreError) in
                try transaction.execute("INSERT INTO link (id, thing) VALUES (1, 77)")
            }
            store.insert(2)
            gate.set(())
            try store.settle()
            #expect(store.failures.entries.map(\.kind) == [.constraint])
            #expect(try store.things() == [1, 2])
        }
    }

    @Test func `wrong SQL is an error of its job`() throws {
        try withStore { store in
            store.write { _, transaction throws(StoreError) in try transaction.execute("INSERT INTO nowhere VALUES (1)")
            }
            store.insert(1)
            try store.settle()
            #expect(store.failures.entries.map(\.kind) == [.broken])
            #expect(store.failures.entries[0].message.contains("nowhere"))
            #expect(try store.things() == [1])
        }
    }

    @Test func `what does not fit in the queue is refused at once`() throws {
        var options = StoreOptions()
        options.pendingWrites = 5
        try withStore(options) { store in
            let gate = try store.occupyWriter()
            for id in 1...8 { store.insert(Int64(id)) }
            #expect(store.failures.entries.map(\.kind) == [.overloaded, .overloaded, .overloaded])
            #expect(store.store.pendingWrites == 5)
            gate.set(())
            try eventually { try store.things() == Array(1...5) }
        }
    }

    @Test func `writers on many threads each keep their order`() throws {
        try withStore { store in
            let threads = (0..<4).map { number in
                Thread.start(name: "test-\(number)") {
                    for id in 0..<1_000 { store.insert(Int64(number * 1_000 + id)) }
                }
            }
            for thread in threads { thread.join() }
            try store.settle()
            let committed = store.committed
            #expect(committed.count == 4_000)
            for number in 0..<4 as Range<Int64> {
                let own = committed.filter { $0 / 1_000 == number }
                #expect(own == own.sorted() && own.count == 1_000)
            }
        }
    }

    @Test func `close finishes what was taken and refuses what comes after`() throws {
        let folder = try TemporaryFolder()
        let store = try TestStore(DataDirectory(folder.path("store")))
        let gate = try store.occupyWriter()
        for id in 1...100 { store.insert(Int64(id)) }
        let closing = Thread.start(name: "test-close") { store.store.close() }
        // Once it refuses, it is closing.
        try eventually {
            store.insert(0)
            return store.failures.entries.contains { $0.kind == .closed }
        }
        gate.set(())
        closing.join()
        let again = try TestStore(DataDirectory(folder.path("store")))
        defer { again.store.close() }
        #expect(try again.things().filter { $0 > 0 } == Array(1...100))
        #expect(throws: StoreError.self) { try store.things() }
    }

    private func withStore(
        _ options: StoreOptions = StoreOptions(), migrations: [Migration] = TestStore.migrations,
        _ body: (TestStore) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let store = try TestStore(DataDirectory(folder.path("store")), migrations: migrations, options: options)
        defer { store.store.close() }
        try body(store)
    }
}
