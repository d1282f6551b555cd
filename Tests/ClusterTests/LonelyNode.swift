import Cluster

/// A node with a log of its own, and a store that does nothing.
struct LonelyNode {
    var node: ClusterNode
    var log = LogTables(cluster: "test", leaseMilliseconds: 2_000)
    private(set) var moment: Moment = 0
    /// All that it wanted done.
    private(set) var actions: [NodeAction] = []
    /// How appends go; nil: well.
    var appending: LogError?
    /// None is answered.
    var appendsWait = false
    /// For pieces of batches.
    var carryOut: (Work) -> RecordEntry = { _ in RecordEntry() }

    init(_ build: NodeBuild = NodeBuild()) {
        var options = NodeOptions()
        options.build = build
        node = ClusterNode(
            name: "a", stored: StoredState(beginningOf: "test"), options: options, seed: 7, at: moment)
    }

    /// Another node says what it is.
    mutating func renew(
        _ name: String, _ number: UInt64, replacing former: Incarnation? = nil, _ build: NodeBuild,
        wish: Renewal.Wish = .follow, lag: Int64 = 0
    ) {
        let renewal = Renewal(
            node: name, incarnation: Incarnation(number), replaces: former, number: moment + 1,
            applied: .beginning(of: "test"), lag: lag, build: build, wish: wish, heir: nil)
        _ = log.renew(renewal, time: 1_000_000 + moment)
    }

    /// Another node opens an epoch, and these have joined.
    mutating func lead(_ name: String, _ number: UInt64, joined: [UInt64], migrations: Int64 = 0) {
        let leader = Incarnation(number)
        var opening = RecordContent(
            epoch: node.stored.epoch.next, id: RecordID(leader, 1), time: 1_000_000 + moment, kind: .opening)
        opening.migrations = migrations
        opening.entries = joined.map { number in
            var entry = RecordEntry()
            entry.request = RequestID(Incarnation(number), 1)
            return entry
        }
        _ = log.append(Record(opening, after: log.end), id: opening.id)
    }

    mutating func run(for milliseconds: Int64) {
        let end = moment + milliseconds
        while moment < end {
            moment += 10
            handle(.timer)
        }
    }

    /// Nothing answers.
    mutating func pass(_ milliseconds: Int64) {
        moment += milliseconds
        take(.timer)
    }

    /// With what the log and the store answer.
    mutating func handle(_ event: NodeEvent) {
        var events = [event]
        while let event = events.popLast() {
            events += take(event).reversed().compactMap { answer($0) }
        }
    }

    /// Nothing answers.
    @discardableResult
    mutating func take(_ event: NodeEvent) -> [NodeAction] {
        let new = node.handle(event, at: moment)
        actions += new
        return new
    }

    private mutating func answer(_ action: NodeAction) -> NodeEvent? {
        switch action {
        case .append where appendsWait: nil
        case .append(let record, let id):
            .appended(id, appending.map { .failure($0) } ?? .success(log.append(record, id: id)))
        case .read(let position, let bytes): .read(.success(log.read(after: position, bytes: bytes)))
        case .renew(let renewal): .renewed(.success(log.renew(renewal, time: 1_000_000 + moment)))
        case .execute(let batch): .executed(batch.work.map(carryOut))
        case .commit: .committed(true)
        case .apply: .applied(nil)
        case .keepSnapshot: .snapshotKept
        default: nil
        }
    }
}
