import EventLoop
import Storage

/// Takes a node's store out of its cluster, for a gateway that runs alone. The log ends with a record that says so, behind
/// which no other node goes on with what it has.
package struct StoreLeaving {
    private let directory: DataDirectory
    private let node: String
    private let tables: [SQL]
    private let log: any ClusterLog
    private let leaseMilliseconds: Int64

    /// `tables`: statements that drop what only a node's store has.
    package init(
        _ directory: DataDirectory, of node: String, dropping tables: [SQL], at log: any ClusterLog,
        leaseMilliseconds: Int64
    ) {
        self.directory = directory
        self.node = node
        self.tables = tables
        self.log = log
        self.leaseMilliseconds = leaseMilliseconds
    }

    /// It may be run again, whatever has interrupted it: first the log ends, and then the store is changed.
    ///
    /// `losesNewer`: also if the log has records that the store lacks. `cluster`: its name.
    package func run(cluster: String, losesNewer: Bool) throws(StoreError) {
        let bytes = try ReplicatedStore.state(of: directory)
        let state = try bytes.map { bytes throws(StoreError) in try StoredState(bytes) }
        try endLog(with: state ?? StoredState(beginningOf: cluster), losesNewer: losesNewer)
        try ReplicatedStore.leave(directory, dropping: tables)
    }

    private func endLog(with state: StoredState, losesNewer: Bool) throws(StoreError) {
        let place = state.place
        let standing = try standingOfSilence(at: place)
        if let ending = try ending(at: standing.end) {
            // An earlier call was interrupted.
            if ending == LogEnding(node: node, store: place) { return }
            if ending.node == node, place.position < ending.store.position {
                // Its disk has lost what came last, or a backup was put back.
                throw StoreError(
                    .broken,
                    "this node has left with record \(ending.store.position), and its store has \(place.position): start it "
                        + "as a node, which stops once it has the rest, and leave again")
            }
            throw StoreError(
                .broken,
                "\(ending.node) has left this cluster with its store as of record \(ending.store.position), and this store is "
                    + "\(node)'s as of record \(place.position): two gateways would have the same users")
        }
        switch standing.agreement {
        // The log is new, so whatever other nodes have is ahead of it as well, and they stop.
        case .ahead where standing.end.position == Position(0): return
        // An earlier state of the database was put in its place.
        case .ahead: break
        case .same where standing.end == place: break
        case .same, .trimmed:
            if losesNewer { break }
            throw StoreError(
                .broken,
                "the log goes on to record \(standing.end.position), and this store has \(place.position): start the node, and "
                    + "stop it once it has the rest; or leave at a node that has it; or lose the rest with --lose-newer"
            )
        case .different: throw StoreError(.broken, "the log in the database is not the one that this store is of")
        }
        try append(state, behind: standing)
    }

    private func append(_ state: StoredState, behind standing: Standing) throws(StoreError) {
        var content = RecordContent(
            epoch: state.epoch, id: RecordID(.random(), 1), time: max(standing.time, state.time), kind: .ending)
        content.ending = LogEnding(node: node, store: state.place)
        let (record, id) = (Record(content, after: standing.end, version: RecordFormat.firstWithEnding), content.id)
        let result = try logged { (log) throws(LogError) in try log.append(record, id: id) }
        if result == .conflict { throw StoreError(.broken, "another node has written meanwhile: stop all nodes first") }
    }

    /// How things stand once no other node has renewed for the time of a lease.
    private func standingOfSilence(at place: LogPlace) throws(StoreError) -> Standing {
        let first = try standing(at: place)
        var standing = first
        while true {
            let others = standing.members.filter { $0.node != node }
            let running = others.filter { !first.members.contains($0) }.map(\.node)
            if !running.isEmpty {
                throw StoreError(.broken, "stop all nodes first: \(running.joined(separator: ", ")) runs")
            }
            let last = others.map(\.seen).max() ?? .min
            if last < standing.time - leaseMilliseconds { return standing }
            Clock.sleep(milliseconds: 50)
            standing = try self.standing(at: place)
        }
    }

    /// The word of a process that has not taken over the node's name, so it changes nothing where the node has been there.
    private func standing(at place: LogPlace) throws(StoreError) -> Standing {
        let renewal = Renewal(
            node: node, incarnation: .random(), replaces: nil, number: 1, applied: place, lag: 0, build: NodeBuild(),
            wish: .follow, heir: nil)
        return try logged { (log) throws(LogError) in try log.renew(renewal) }
    }

    private func ending(at end: LogPlace) throws(StoreError) -> LogEnding? {
        guard end.position > Position(0) else { return nil }
        let before = Position(end.position.number - 1)
        let slice = try logged { (log) throws(LogError) in try log.read(after: before, bytes: 1, waiting: 0) }
        do throws(RecordError) {
            return try slice.records.first?.content().ending
        } catch {
            throw StoreError(.broken, "\(error)")
        }
    }

    private func logged<Answer>(
        _ body: (any ClusterLog) throws(LogError) -> Answer
    ) throws(StoreError) -> Answer {
        do throws(LogError) {
            return try body(log)
        } catch {
            throw StoreError(.broken, error.description)
        }
    }
}

extension Incarnation {
    fileprivate static func random() -> Incarnation {
        var random = SystemRandomNumberGenerator()
        return Incarnation(random.next())
    }
}
