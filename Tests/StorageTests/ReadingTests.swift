import Storage
import TestSupport
import Testing

/// Readers see the store as of one moment, beside the writer.
struct ReadingTests {
    @Test func `a reader keeps its moment while the writer goes on`() throws {
        try withStore { store in
            store.insert(1)
            try store.settle()
            let (looked, gate, counts) = (Outcome<Void>(), Outcome<Void>(), Outcome<[Int64]>())
            store.store.read { transaction throws(StoreError) in
                let before = try count(transaction)
                looked.set(())
                gate.waitForever()
                counts.set([before, try count(transaction)])
            } failed: { _ in
                counts.set([])
            }
            try looked.get()
            store.insert(2)
            try store.settle()
            #expect(try store.things() == [1, 2], "another reader begins later")
            gate.set(())
            #expect(try counts.get() == [1, 1])
        }
    }

    @Test func `what is committed is there for a read that is asked for afterwards`() throws {
        try withStore { store in
            for id in 1...200 as ClosedRange<Int64> {
                store.insert(id)
                try store.settle()
                #expect(try store.things().last == id)
            }
        }
    }

    @Test func `a reader never sees half a job`() throws {
        try withStore { store in
            for id in 1...300 as ClosedRange<Int64> {
                store.write { _, transaction throws(StoreError) in
                    try transaction.execute("INSERT INTO thing (id) VALUES ($1), ($2)", [.integer(id), .integer(-id)])
                }
                let things = try store.things()
                #expect(things.reduce(0, +) == 0)
            }
        }
    }

    @Test func `a reader cannot write`() throws {
        try withStore { store in
            let error = #expect(throws: StoreError.self) {
                try store.read { transaction throws(StoreError) in
                    try transaction.execute("INSERT INTO thing (id) VALUES (1)")
                }
            }
            #expect(error?.kind == .readOnly)
            let things = try store.things()
            #expect(things == [], "and the connection goes on")
        }
    }

    @Test func `a failing read fails alone`() throws {
        try withStore { store in
            for _ in 1...5 {
                #expect(throws: StoreError(.broken, "on purpose")) {
                    try store.read { _ throws(StoreError) -> Int in throw StoreError(.broken, "on purpose") }
                }
            }
            let things = try store.things()
            #expect(things == [])
        }
    }

    @Test func `what does not fit in the queue is refused at once`() throws {
        var options = StoreOptions()
        options.readers = 1
        options.pendingReads = 2
        try withStore(options) { store in
            let (begun, gate, failures) = (Outcome<Void>(), Outcome<Void>(), TestSupport.Log<StoreError.Kind>())
            store.store.read { _ in
                begun.set(())
                gate.waitForever()
            } failed: { _ in
            }
            try begun.get()
            for _ in 1...5 {
                store.store.read { _ in
                } failed: {
                    failures.add($0.kind)
                }
            }
            gate.set(())
            #expect(failures.entries == [.overloaded, .overloaded, .overloaded])
        }
    }

    private func count(_ transaction: any Transaction) throws(StoreError) -> Int64 {
        var count: Int64 = 0
        try transaction.query("SELECT count(*) FROM thing") { count = $0.integer(0) }
        return count
    }

    private func withStore(
        _ options: StoreOptions = StoreOptions(), _ body: (TestStore) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let store = try TestStore(DataDirectory(folder.path("store")), options: options)
        defer { store.store.close() }
        try body(store)
        #expect(store.failures.entries == [])
    }
}
