import Cluster
import Domain
import JSON
import TestSupport

@testable import Chat
@testable import Storage

/// One of the nodes of a test: a store of its own.
final class HarnessNode {
    /// How many follow in the random walks.
    static let replicas = isLongRun ? 2 : 1

    private let folder: TemporaryFolder
    private var directory: DataDirectory
    private(set) var store: NodeStore

    init() throws {
        folder = try TemporaryFolder()
        (directory, store) = try Self.open(folder)
    }

    private static func open(_ folder: TemporaryFolder) throws -> (DataDirectory, NodeStore) {
        let directory = try DataDirectory(folder.path("store"))
        return (directory, try NodeStore(directory, migrations: Schema.migrations, cluster: "test"))
    }

    deinit {
        store.close()
        directory.release()
    }

    /// A new process over the same file.
    func restart() throws {
        store.close()
        directory.release()
        (directory, store) = try Self.open(folder)
    }
}

extension HarnessNode {
    /// Commits what the store has executed as a record, and has the others apply its bytes. Then all hold the same.
    ///
    /// `effects`: what is to be told. Each node can tell the same from the record.
    func commit(_ others: [HarnessNode], at now: Milliseconds, telling effects: [ChatEffect] = []) throws {
        var content = RecordContent(
            epoch: Epoch(1), id: RecordID(Incarnation(1), UInt64(store.state.place.position.next.number)),
            time: now.rawValue, kind: store.state.place.position.number == 0 ? .opening : .batch)
        var entry = RecordEntry()
        // As a leader does now and then.
        if store.state.place.position.number % 8 == 1 { try store.compare() }
        entry.statements = store.statements
        var json = JSONWriter()
        entry.events = effects.map { effect in
            let recorded = RecordedEffect(effect, &json)
            return RecordEvent(audience: recorded.values, body: recorded.body)
        }
        content.entries = [entry]
        let record = Record(content, after: store.state.place)
        let read = try record.content()
        try same(read, content, "the record")
        for (effect, event) in zip(effects, read.entries[0].events) {
            let told = try ChatEffect(RecordedEffect(event.audience, event.body))
            try same(EffectSnapshot(told), EffectSnapshot(effect), "an effect of the record")
        }
        try store.commit(record, read)
        let digests = try store.digests()
        for other in others {
            try other.store.apply(record, read)
            try same(other.store.state, store.state, "the state of another node")
            for (one, expected) in zip(try other.store.digests(), digests) {
                try same(one, expected, "\(expected.table) at another node, after \(record.place)")
            }
        }
    }
}
