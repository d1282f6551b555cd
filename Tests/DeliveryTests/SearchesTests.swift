import Dispatch
import Foundation
import Meters
import Settings
import Telemetry
import TestSupport
import Testing

@testable import Chat
@testable import Gateway
@testable import Routing
@testable import Storage

/// The queues that search one index, and what they do beside each other.
struct SearchesTests {
    private let folder: TemporaryFolder
    private let directory: DataDirectory
    private let store: Store<Unobserved>
    private let metrics: Metrics
    private let log: Telemetry.Log
    private let users = [SharedRateMeter(), SharedRateMeter()].map { SearchQueue.Searcher($0) }
    private let seen = TestSupport.Log<String>()

    init() throws {
        folder = try TemporaryFolder()
        directory = try DataDirectory(folder.path("data"))
        store = try Store(directory, migrations: Schema.migrations, onHealth: { _ in }) { _ in Unobserved() }
        log = Log(format: .text, level: .error, queueLines: 100)
        metrics = Metrics(shards: 1, operations: [], closeCodes: [], isNode: false, log: log)
    }

    private func searches(queues: Int) throws -> Searches {
        try Searches(.defaults, directory, metrics.process, log, queues: queues) { _ in }
    }

    private func find(
        _ searches: Searches, for user: Int, _ name: String, _ done: DispatchSemaphore,
        _ work: @escaping Searches.Job
    ) {
        let isTaken = searches.find(for: users[user]) { [seen] view throws(StoreError) in
            try work(view)
            seen.add(name)
            done.signal()
        } failed: { [seen] error in
            seen.add("\(name): \(error)")
            done.signal()
        }
        #expect(isTaken)
    }

    @Test func `Q-10: while a user's search takes long, another user's is answered, and a second one waits`() throws {
        let searches = try searches(queues: 2)
        let (done, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        find(searches, for: 0, "slow", done) { _ in release.wait() }
        find(searches, for: 0, "slow one's second", done) { _ in }
        for number in 0..<3 { find(searches, for: 1, "quick \(number)", done) { _ in } }
        for _ in 0..<3 { #expect(done.wait(timeout: .now() + 10) == .success) }
        #expect(seen.entries == ["quick 0", "quick 1", "quick 2"])
        release.signal()
        for _ in 0..<2 { #expect(done.wait(timeout: .now() + 10) == .success) }
        #expect(seen.entries.dropFirst(3) == ["slow", "slow one's second"])
        searches.stop()
        store.close()
        #expect(metrics.process.searchTime.count == 5)
    }

    /// An index with a table that FTS5 cannot read.
    private func makeDamagedIndex() throws {
        let derived = try DerivedStore(directory, file: SearchIndexer.file)
        let index = SearchIndex()
        try derived.transact { store, file throws(StoreError) in
            try index.prepare(store, file, at: Configuration.defaults.searchMoment)
            try file.execute("CREATE VIRTUAL TABLE damaged USING fts5(terms)")
            try file.execute("INSERT INTO damaged (terms) VALUES ('word')")
        }
        // FTS5 writes with the commit.
        try derived.transact { _, file throws(StoreError) in
            _ = try file.execute("UPDATE damaged_data SET block = x'FF' WHERE id > 10")
        }
        derived.close()
    }

    private static func read(_ view: SearchView) throws(StoreError) -> String {
        var isThere = false
        try view.file.query("SELECT 1 FROM sqlite_schema WHERE name = 'damaged'") { _ in isThere = true }
        guard isThere else { return "a new file" }
        try view.file.query("SELECT rowid FROM damaged WHERE damaged MATCH 'word'") { _ in }
        return "the old file"
    }

    @Test func `Q-13: damage that both queues meet is mended once, and both searches go on`() throws {
        try makeDamagedIndex()
        let searches = try searches(queues: 2)
        let (done, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let met = DispatchSemaphore(value: 0)
        find(searches, for: 0, "first", done) { [seen] view throws(StoreError) in
            release.wait()
            seen.add(try Self.read(view))
        }
        find(searches, for: 1, "second", done) { [seen] view throws(StoreError) in
            do throws(StoreError) {
                seen.add(try Self.read(view))
            } catch {
                met.signal()
                throw error
            }
        }
        #expect(met.wait(timeout: .now() + 10) == .success, "the second queue has met it while the first one reads")
        // The first one reads the old file, and once more the new one.
        for _ in 0..<2 { release.signal() }
        for _ in 0..<2 { #expect(done.wait(timeout: .now() + 10) == .success) }
        #expect(seen.entries.sorted() == ["a new file", "a new file", "first", "second"])
        #expect(metrics.process.searchFilesLost.value == 1)
        searches.stop()
        store.close()
    }

    @Test func `M-48: what was overwritten leaves the log though searches have the file open`() throws {
        let searches = try searches(queues: 2)
        let done = DispatchSemaphore(value: 0)
        for user in 0..<2 { find(searches, for: user, "search", done) { _ in } }
        for _ in 0..<2 { #expect(done.wait(timeout: .now() + 10) == .success) }
        searches.clean { done.signal() }
        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("data/search.db-wal"))).isEmpty)
        searches.stop()
        store.close()
    }
}

private final class Unobserved: TransactionObserver {
    func committed() {}

    func rolledBack() {}
}
