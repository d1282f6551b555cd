import EventLoop
import Foundation
import Storage
import TestSupport
import Testing

@testable import Cluster

/// The last record of a log: a node has left its cluster with its store (docs/decisions/063).
struct LogEndingTests {
    private static let ending = LogEnding(node: "c", store: .beginning(of: "test"))

    private func append(_ ending: LogEnding, to log: inout LogTables) {
        var content = RecordContent(epoch: Epoch(0), id: RecordID(Incarnation(9), 1), time: 1_000_000, kind: .ending)
        content.ending = ending
        let end = log.end
        #expect(log.append(Record(content, after: end), id: content.id) == .appended)
    }

    private func ends(_ actions: some Sequence<NodeAction>) -> [String] {
        actions.compactMap { if case .logEnded(let reason) = $0 { reason } else { nil } }
    }

    @Test func `the record is read as it was written, and is of a version that a node of before does not read`() throws
    {
        var content = RecordContent(epoch: Epoch(3), id: RecordID(Incarnation(9), 1), time: 5, kind: .ending)
        content.ending = Self.ending
        let record = Record(content, after: .beginning(of: "test"), version: RecordFormat.firstWithEnding)
        #expect(try record.content() == content)
        #expect(record.bytes[0] == 6)
        var older = record.bytes
        older[0] = 5
        #expect(throws: RecordError.self) { try Record(after: .beginning(of: "test"), bytes: older).content() }
    }

    @Test func `a node that begins and reads it stops, never leads, and says who has left`() throws {
        var lonely = LonelyNode()
        append(Self.ending, to: &lonely.log)
        lonely.run(for: 10_000)
        let reason = try #require(ends(lonely.actions).first)
        #expect(reason.contains("c has left it with its store as of record 0"))
        #expect(!lonely.node.isLeading && lonely.log.records.count == 2)
        #expect(!lonely.actions.contains { if case .append = $0 { true } else { false } })
        #expect(lonely.node.stored.place == .beginning(of: "test"))
    }

    @Test func `the node that has left is told to finish that`() throws {
        var lonely = LonelyNode()
        append(LogEnding(node: "a", store: .beginning(of: "test")), to: &lonely.log)
        lonely.run(for: 1_000)
        #expect(try #require(ends(lonely.actions).first).contains("this node has left the cluster"))
    }

    @Test(arguments: [false, true])
    func `a leader that was away when the log ended stops, with or without a request, and acknowledges nothing`(
        isAsked: Bool
    ) throws {
        var lonely = LonelyNode()
        lonely.run(for: 500)
        #expect(lonely.node.isLeading)
        append(Self.ending, to: &lonely.log)
        let before = lonely.actions.count
        if isAsked {
            lonely.handle(.request(SessionRequest(session: 1, ticket: 1, kind: .change, bytes: [7])))
        }
        lonely.run(for: 2_000)
        let last = lonely.actions[before...]
        #expect(ends(last).count == 1 && !lonely.node.isLeading)
        #expect(!last.contains { if case .tell = $0 { true } else { false } })
        #expect(try lonely.log.records.last?.content().ending == Self.ending)
        #expect(lonely.take(.timer).isEmpty)
    }
}

/// `martlet cluster leave`, at every implementation of the log.
struct StoreLeavingTests {
    /// A store with so many records of a log that has as many more.
    private final class Cluster {
        let log: any ClusterLog
        let folder: TemporaryFolder
        let directory: DataDirectory
        private(set) var chain: [Record] = []
        let lease: Int64 = 200

        private let writer: UInt64

        init(_ kind: LogKind, stored: Int, behind: Int = 0, writer: UInt64 = 7) throws {
            self.writer = writer
            log = try kind.make(leaseMilliseconds: lease)
            folder = try TemporaryFolder()
            directory = try DataDirectory(folder.path("store"))
            for _ in 0..<stored + behind { try append() }
            let store = try NodeStore(directory, migrations: Migrations(Numbers.migrations), cluster: "test")
            for record in chain.prefix(stored) { try store.apply(record, record.content()) }
            store.close()
        }

        deinit { directory.release() }

        func append() throws {
            let number = chain.count + 1
            let content = RecordContent(
                epoch: Epoch(1), id: RecordID(Incarnation(writer), UInt64(number)), time: Int64(number), kind: .batch)
            chain.append(Record(content, after: chain.last?.place ?? .beginning(of: "test")))
            #expect(try log.append(chain[number - 1], id: content.id) == .appended)
        }

        func leave(_ node: String = "a", losesNewer: Bool = false, from other: DataDirectory? = nil) throws {
            try StoreLeaving(other ?? directory, of: node, dropping: [], at: log, leaseMilliseconds: lease)
                .run(cluster: "test", losesNewer: losesNewer)
        }

        /// Why it is refused; nil: it has gone well.
        func refusal(_ node: String = "a", losesNewer: Bool = false) -> String? {
            do {
                try leave(node, losesNewer: losesNewer)
                return nil
            } catch {
                return "\(error)"
            }
        }

        func renew(_ node: String, _ number: UInt64) throws {
            _ = try log.renew(
                Renewal(
                    node: node, incarnation: Incarnation(number), replaces: nil, number: Clock.monotonicNanoseconds,
                    applied: chain.last?.place ?? .beginning(of: "test"), lag: 0, build: NodeBuild(), wish: .lead,
                    heir: nil))
        }

        func end() throws -> (ending: LogEnding?, count: Int) {
            let records = try log.read(after: Position(0), bytes: 1 << 20, waiting: 0).records
            return (try records.last?.content().ending, records.count)
        }

        func isNodes() throws -> Bool { try !ReplicatedStore.isUsedAlone(directory) }
    }

    @Test(arguments: LogKind.allCases)
    func `a store that has all of the log ends it, once, and is a node's no more`(kind: LogKind) throws {
        let cluster = try Cluster(kind, stored: 3)
        try cluster.leave()
        #expect(try cluster.end().ending == LogEnding(node: "a", store: cluster.chain[2].place))
        #expect(try !cluster.isNodes())
        #expect(cluster.refusal() == "the store is none of a cluster's")
        #expect(try cluster.end().count == 4)
    }

    @Test(arguments: LogKind.allCases)
    func `a store that lacks records is refused, unless they are to be lost`(kind: LogKind) throws {
        let cluster = try Cluster(kind, stored: 2, behind: 3)
        #expect(try #require(cluster.refusal()).hasPrefix("the log goes on to record 5, and this store has 2"))
        #expect(try cluster.end().count == 5 && cluster.isNodes())
        try cluster.leave(losesNewer: true)
        #expect(try cluster.end().ending == LogEnding(node: "a", store: cluster.chain[1].place))
        #expect(try cluster.end().count == 6)
    }

    @Test(arguments: LogKind.allCases, [2, 0])
    func `an interrupted call is finished by the next one, and by no other node's`(kind: LogKind, behind: Int) throws {
        let cluster = try Cluster(kind, stored: 2, behind: behind)
        let copy = try TemporaryFolder()
        try SQLiteStore.backUp(directory: cluster.folder.path("store"), to: copy.path("backup"))
        try cluster.leave(losesNewer: behind > 0)
        // The store as it was between the log's change and its own.
        let count = try cluster.end().count
        let (first, second) = (try restored("first", copy), try restored("second", copy))
        defer { for directory in [first, second] { directory.release() } }
        let error = try #require(throws: StoreError.self) { try cluster.leave("b", losesNewer: true, from: first) }
        #expect(error.message.hasPrefix("a has left this cluster with its store as of record 2"))
        try cluster.leave(from: second)
        #expect(try ReplicatedStore.isUsedAlone(second) && !ReplicatedStore.isUsedAlone(first))
        #expect(try cluster.end().count == count)
    }

    @Test(arguments: LogKind.allCases)
    func `a store whose disk has lost what it left with takes that from the log first`(kind: LogKind) throws {
        let (cluster, copy) = (try Cluster(kind, stored: 2), try TemporaryFolder())
        try SQLiteStore.backUp(directory: cluster.folder.path("store"), to: copy.path("backup"))
        try cluster.append()
        let store = try NodeStore(cluster.directory, migrations: Migrations(Numbers.migrations), cluster: "test")
        try store.apply(cluster.chain[2], cluster.chain[2].content())
        store.close()
        try cluster.leave()
        let directory = try restored("earlier", copy)
        defer { directory.release() }
        let error = try #require(throws: StoreError.self) { try cluster.leave(losesNewer: true, from: directory) }
        #expect(error.message.hasPrefix("this node has left with record 3, and its store has 2: start it as a node"))
        let again = try NodeStore(directory, migrations: Migrations(Numbers.migrations), cluster: "test")
        try again.apply(cluster.chain[2], cluster.chain[2].content())
        again.close()
        try cluster.leave(from: directory)
        #expect(try ReplicatedStore.isUsedAlone(directory) && cluster.end().count == 4)
    }

    @Test(arguments: LogKind.allCases)
    func `a node that has been silent for a lease is gone, and another log is not ended`(kind: LogKind) throws {
        let (cluster, other) = (try Cluster(kind, stored: 1), try Cluster(kind, stored: 2, writer: 8))
        let error = try #require(throws: StoreError.self) { try other.leave(losesNewer: true, from: cluster.directory) }
        #expect(error.message == "the log in the database is not the one that this store is of")
        #expect(try other.end().count == 2)
        try cluster.renew("b", 5)
        let began = Clock.monotonic
        #expect(cluster.refusal() == nil)
        #expect(Clock.monotonic - began >= cluster.lease - 50)
    }

    @Test(arguments: LogKind.allCases)
    func `a store that is ahead of a log that was put back ends that log, but not a new one`(kind: LogKind) throws {
        let (cluster, earlier, new) = (
            try Cluster(kind, stored: 3), try Cluster(kind, stored: 2), try Cluster(kind, stored: 0)
        )
        let copy = try TemporaryFolder()
        try SQLiteStore.backUp(directory: cluster.folder.path("store"), to: copy.path("backup"))
        try earlier.leave(from: cluster.directory)
        #expect(try earlier.end().ending == LogEnding(node: "a", store: cluster.chain[2].place))
        let again = try restored("again", copy)
        defer { again.release() }
        try new.leave(from: again)
        #expect(try new.end().count == 0)
        // So the next cluster can begin there.
        try new.log.found(LogPlace.beginning(of: "another").digest)
    }

    /// A directory with that backup as its store.
    private func restored(_ name: String, _ folder: TemporaryFolder) throws -> DataDirectory {
        let directory = folder.path(name)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: folder.path("backup"), toPath: directory + "/martlet.sqlite")
        return try DataDirectory(directory)
    }
}
