/// The log as a value: the rules of every implementation, for the simulator and its faults.
package struct LogTables: Sendable {
    private struct Row: Sendable {
        let record: Record
        let id: RecordID?
    }

    private struct Lease: Sendable {
        var holder: Incarnation
        var until: Int64
        var giver: Incarnation?
    }

    package let leaseMilliseconds: Int64
    /// Of a log that has begun with empty stores.
    private let own: LogPlace
    private var rows: [Row]
    private var lease: Lease?
    private var lastGiver: Incarnation?
    private var members: [String: Member] = [:]
    /// Processes that another one has replaced under their name.
    private var replaced: Set<Incarnation> = []
    private var snapshots: [Snapshot] = []
    /// With the position of the newest snapshot that has it, or will have it.
    private var chunks: [ChunkDigest: (bytes: [UInt8], position: Position)] = [:]

    package init(cluster: String, leaseMilliseconds: Int64) {
        self.leaseMilliseconds = leaseMilliseconds
        let beginning = LogPlace.beginning(of: cluster)
        own = beginning
        rows = [
            Row(
                record: Record(
                    at: beginning.position, previous: beginning.digest, digest: beginning.digest, bytes: []),
                id: nil)
        ]
    }

    // The last record is never trimmed.
    package var end: LogPlace { rows[rows.count - 1].record.place }
    package var oldest: Position { rows[0].record.position }
    package var records: [Record] { rows.map(\.record) }
    package var leaseHolder: Incarnation? { lease?.holder }

    /// The incarnation that may begin what only the leader does.
    package func holder(at time: Int64) -> Incarnation? {
        lease.flatMap { time < $0.until ? $0.holder : nil }
    }

    package mutating func append(_ record: Record, id: RecordID) -> AppendResult {
        if let row = row(at: record.position) { return row.id == id ? .appended : .conflict }
        guard end == LogPlace(Position(record.position.number - 1), record.previous) else { return .conflict }
        rows.append(Row(record: record, id: id))
        return .appended
    }

    /// As `append` would be without the predecessor; the simulator must find that.
    package mutating func appendUnchained(_ record: Record, id: RecordID) -> AppendResult {
        if let row = row(at: record.position) { return row.id == id ? .appended : .conflict }
        let index = rows.firstIndex { $0.record.position > record.position } ?? rows.endIndex
        rows.insert(Row(record: record, id: id), at: index)
        return .appended
    }

    /// False: the log has records, or begins with another store.
    package mutating func found(_ beginning: RunningDigest) -> Bool {
        if rows[0].record.digest == beginning { return true }
        guard end == own else { return false }
        rows = [Row(record: Record(at: Position(0), previous: beginning, digest: beginning, bytes: []), id: nil)]
        return true
    }

    private func row(at position: Position) -> Row? {
        let index = Int(position.number - oldest.number)
        if rows.indices.contains(index), rows[index].record.position == position { return rows[index] }
        return rows.first { $0.record.position == position }
    }

    package func read(after position: Position, bytes: Int) -> LogSlice {
        let from = max(0, Int(position.number - oldest.number) + 1)
        var records: [Record] = []
        if position.next >= oldest, from < rows.count {
            var room = bytes
            for row in rows[from...] where records.isEmpty || row.record.bytes.count <= room {
                room -= row.record.bytes.count
                records.append(row.record)
                if room <= 0 { break }
            }
        }
        return LogSlice(records: records, oldest: oldest, end: end)
    }

    package mutating func renew(_ renewal: Renewal, time: Int64) -> Standing {
        if isCurrent(renewal) {
            beat(renewal, time: time)
            takeLease(renewal, time: time)
        }
        let holder = holder(at: time)
        return Standing(
            time: time, isReplaced: replaced.contains(renewal.incarnation), holder: holder,
            leaseUntil: holder == nil ? nil : lease?.until, giver: holder == nil ? lastGiver : lease?.giver, end: end,
            oldest: oldest, agreement: agreement(with: renewal.applied),
            newestSnapshot: snapshots.last?.place.position, oldestSnapshot: oldestSnapshot?.place.position,
            members: members.values.sorted { $0.node < $1.node })
    }

    private mutating func beat(_ renewal: Renewal, time: Int64) {
        let former = members[renewal.node]
        if let former, former.incarnation != renewal.incarnation { replaced.insert(former.incarnation) }
        let isSame = former?.incarnation == renewal.incarnation
        members[renewal.node] = Member(
            node: renewal.node, incarnation: renewal.incarnation, beats: renewal.number,
            applied: renewal.applied.position, lag: renewal.lag, build: renewal.build,
            since: isSame ? former?.since ?? time : time, seen: time,
            former: isSame
                ? former?.former : former.map { Member.Former(incarnation: $0.incarnation, seen: $0.seen) })
    }

    /// Neither of a process that another one has replaced, nor late.
    private func isCurrent(_ renewal: Renewal) -> Bool {
        if replaced.contains(renewal.incarnation) { return false }
        guard let former = members[renewal.node] else { return true }
        if former.incarnation == renewal.incarnation { return renewal.number > former.beats }
        return former.incarnation == renewal.replaces
    }

    private mutating func takeLease(_ renewal: Renewal, time: Int64) {
        let isMine = lease?.holder == renewal.incarnation
        let isFree = holder(at: time) == nil
        switch renewal.wish {
        case .lead where isMine && !isFree:
            lease?.until = time + leaseMilliseconds
        case .lead where isFree:
            lease = Lease(
                holder: renewal.incarnation, until: time + leaseMilliseconds, giver: lastGiver)
            lastGiver = nil
        case .giveAway where isMine:
            lease = renewal.heir.map {
                Lease(holder: $0, until: time + leaseMilliseconds, giver: renewal.incarnation)
            }
            lastGiver = renewal.heir == nil ? renewal.incarnation : nil
        case .follow, .lead, .giveAway: break
        }
    }

    private func agreement(with applied: LogPlace) -> Standing.Agreement {
        if applied.position > end.position { return .ahead }
        guard let row = row(at: applied.position) else { return .trimmed }
        return row.record.digest == applied.digest ? .same : .different
    }

    package mutating func missing(of wanted: [ChunkDigest], for position: Position) -> [ChunkDigest] {
        for digest in wanted {
            if let chunk = chunks[digest] { chunks[digest] = (chunk.bytes, max(chunk.position, position)) }
        }
        return wanted.filter { chunks[$0] == nil }
    }

    package mutating func keep(_ chunk: [UInt8], for position: Position) {
        let digest = ChunkDigest(of: chunk)
        chunks[digest] = (chunk, max(chunks[digest]?.position ?? position, position))
    }

    package func chunk(_ digest: ChunkDigest) -> [UInt8]? { chunks[digest]?.bytes }

    /// Only of this history: a snapshot may come late, after an operator has put an earlier state in the log's place. False: a
    /// chunk is missing.
    @discardableResult
    package mutating func keep(_ snapshot: Snapshot) -> Bool {
        guard snapshot.chunks.allSatisfy({ chunks[$0] != nil }) else { return false }
        guard row(at: snapshot.place.position)?.record.place == snapshot.place else { return true }
        if let newest = snapshots.last, newest.place.position >= snapshot.place.position { return true }
        snapshots.append(snapshot)
        if snapshots.count > 2 { snapshots.removeFirst() }
        let oldest = snapshots[0].place.position
        chunks = chunks.filter { $0.value.position >= oldest }
        return true
    }

    package var newestSnapshot: Snapshot? { snapshots.last }
    package var oldestSnapshot: Snapshot? { snapshots.first }

    package mutating func trim(through position: Position) {
        let snapshot = oldestSnapshot?.place.position ?? Position(-1)
        let last = min(position, snapshot, Position(end.position.number - 1))
        rows.removeAll { $0.record.position <= last }
    }
}
