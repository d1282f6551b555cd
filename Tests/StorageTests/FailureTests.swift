import Glibc
import Storage
import TestSupport
import Testing

/// Failures of disk and process. Each in a process of its own: limits and signals belong to a process.
struct FailureTests {
    @Test func `a full disk refuses, is told, and the store goes on by itself when there is room`() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            var options = StoreOptions()
            options.probeMilliseconds = 20
            let store = try TestStore(DataDirectory(folder.path("store")), options: options)
            store.insert(1)
            try store.settle()

            limitFiles(to: 200_000)
            var id: Int64 = 1
            try eventually {
                id += 1
                store.insert(id, String(repeating: "x", count: 5_000))
                Thread.sleep(milliseconds: 1)
                return store.failures.entries.count > 3
            }
            try eventually { store.health.entries.count == 1 }
            require(
                store.failures.entries.allSatisfy { $0.kind == .full && $0.isEnvironment }, "\(store.failures.entries)")
            require(store.health.entries[0]?.kind == .full, "\(store.health.entries)")
            let acknowledged = store.committed
            require(try store.things() == acknowledged, "readers go on, and see exactly what was acknowledged")
            // Several probes meanwhile: still ill.
            Thread.sleep(milliseconds: 100)
            require(store.health.entries.count == 1, "\(store.health.entries)")

            limitFiles(to: nil)
            try eventually { store.health.entries.count == 2 }
            require(store.health.entries[1] == nil, "\(store.health.entries)")
            store.insert(-1)
            try store.settle()
            require(try store.things() == [-1] + acknowledged, "nothing is lost")
            store.store.close()
        }
    }

    @Test func `what was acknowledged survives SIGKILL, and what is half done does not`() async throws {
        let folder = try TemporaryFolder()
        var random = SeededRandom()
        for round in 0..<5 {
            let patience = Int.random(in: 30...150, using: &random)
            let (directory, log) = (folder.path("store"), folder.path("acknowledged-\(round)"))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [directory = directory as String, log = log as String, round = round as Int, patience = patience as Int]
                in
                let acknowledged = Glibc.open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                let store = try TestStore(DataDirectory(directory))
                _ = Thread.start(name: "test-kill") {
                    // A slow machine is given time to acknowledge something.
                    for _ in 0..<1_000 where lseek(acknowledged, 0, SEEK_END) == 0 { Thread.sleep(milliseconds: 10) }
                    Thread.sleep(milliseconds: patience)
                    kill(getpid(), SIGKILL)
                }
                for id in (Int64(round) * 1_000_000 + 1)... {
                    store.write { notebook, transaction throws(StoreError) in
                        // Two rows: one without the other is half a job.
                        try transaction.execute("INSERT INTO thing (id) VALUES ($1)", [.integer(id)])
                        try transaction.execute("INSERT INTO thing (id) VALUES ($1)", [.integer(-id)])
                        notebook.announcements.append {
                            var id = id
                            _ = Glibc.write(acknowledged, &id, 8)
                        }
                    }
                    if id % 50 == 0 { Thread.sleep(milliseconds: 1) }
                }
            }
            let store = try TestStore(DataDirectory(directory))
            defer { store.store.close() }
            let things = Set(try store.things())
            let promised = try int64s(in: log)
            #expect(things.isSuperset(of: promised), "\(random)")
            #expect(things.allSatisfy { things.contains(-$0) })
            #expect(!promised.isEmpty, "it was killed too early to show anything")
        }
    }

    @Test func `a commit of a node's store lasts also if the log cannot be copied into the file then`() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let folder = try TemporaryFolder()
            let directory = try DataDirectory(folder.path("store"))
            let store = try ReplicatedStore(directory, migrations: Migrations(TestStore.migrations))
            var id: Int64 = 0
            /// More than the log may have before it is copied, in pages that the file does not have yet.
            func fill() throws {
                for _ in 0..<20 {
                    id += 1
                    let values: [SQLValue] = [.integer(id), .text(String(repeating: "x", count: 1 << 20))]
                    let statements: ExecutedStatements = [
                        ExecutedStatement("INSERT INTO thing (id, value) VALUES ($1, $2)", values, changedRows: 1)
                    ]
                    try store.apply([statements], [UInt8(id)])
                }
            }
            for _ in 0..<2 {
                try fill()
                try eventually { try store.checkpoint() }
            }
            // The log has room, and the file does not.
            limitFiles(to: 30 << 20)
            try fill()
            var failure: StoreError?
            try eventually {
                do throws(StoreError) {
                    return try store.checkpoint()
                } catch {
                    failure = error
                    return true
                }
            }
            require(failure?.isEnvironment == true, "\(failure.map(String.init(describing:)) ?? "it has been copied")")
            require(try store.state() == [60], "all of them last")
            limitFiles(to: nil)
            try eventually { try store.checkpoint() }
            try fill()
            require(try store.state() == [80], "and the next ones")
            store.close()
        }
    }

    private func int64s(in path: String) throws -> [Int64] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var numbers: [Int64] = []
        var number: Int64 = 0
        while fread(&number, 8, 1, file) == 1 { numbers.append(number) }
        return numbers
    }
}
