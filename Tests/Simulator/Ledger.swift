import Cluster
import Storage

/// What must hold after every step. The numbers in the messages are those of the invariants in docs/decisions/034.
package final class Ledger {
    package private(set) var violation: String?

    /// The log as far as it is kept, and what follows from it.
    struct Kept {
        fileprivate var end = LogPlace.beginning(of: "simulated")
        fileprivate var epoch = Epoch(0)
        fileprivate var time: Int64 = 0
        fileprivate var stamp: Int64 = 0
        fileprivate var requests: Set<RequestID> = []
        fileprivate var tickets: Set<UInt64> = []
        fileprivate var ticketOfSession: [SessionKey: UInt64] = [:]
        fileprivate var ending: LogEnding?
    }

    private(set) var kept = Kept()
    /// Whatever was kept at some time.
    private var places: Set<LogPlace> = []

    // What clients were told.
    private var sent: [UInt64: SessionKey] = [:]
    private var refusedTickets: Set<UInt64> = []
    private var replied: Set<RequestID> = []
    private var closed: Set<SessionKey> = []
    private var poisonings: [UInt64: Int] = [:]

    private var sums: [LogPlace: Int] = [:]
    private var snapshots: [LogPlace: ModelStore] = [:]
    package private(set) var stops: [String] = []

    func fail(_ text: String) { if violation == nil { violation = text } }

    func require(_ condition: Bool, _ text: @autoclosure () -> String) { if !condition { fail(text()) } }

    // MARK: - The log

    /// Invariants 1, 2, 3, 7 and 9, for what is kept from now on.
    func noteKept(_ tables: LogTables) {
        if tables.end == kept.end { return }
        require(tables.end.position >= kept.end.position, "1: the log has become shorter")
        for record in tables.records where record.position > kept.end.position {
            require(
                record.previous == kept.end.digest && record.position == kept.end.position.next,
                "1: record \(record.position) does not follow \(kept.end)")
            kept.end = record.place
            places.insert(record.place)
            do {
                noteKept(try record.content(), at: record.position)
            } catch {
                fail("1: record \(record.position): \(error)")
            }
            if violation != nil { return }
        }
    }

    func noteFounding(_ place: LogPlace) { kept.end = place }

    /// What was kept since is lost, by an operator.
    func restore(_ earlier: Kept) { kept = earlier }

    private func noteKept(_ content: RecordContent, at position: Position) {
        require(kept.ending == nil, "15: record \(position) comes behind the log's end")
        kept.ending = content.ending
        let epoch = content.isOpening ? kept.epoch.next : kept.epoch
        require(content.epoch == epoch, "1: record \(position) has epoch \(content.epoch), not \(epoch)")
        require(content.time >= kept.time, "9: time goes back at record \(position)")
        // The run lasts seconds, and clocks are off by an hour.
        require(abs(content.time - 1_700_000_000_000) < 60_000, "9: the time of record \(position) is far off")
        (kept.epoch, kept.time) = (content.epoch, content.time)
        for entry in content.entries {
            if let request = entry.request { noteLogged(request, entry) }
            for statement in entry.statements where "\(statement.sql)" == "set clock" {
                guard case .integer(let stamp)? = statement.values.last else { continue }
                require(stamp > kept.stamp, "9: stamps do not rise at record \(position)")
                require(abs(stamp - 1_700_000_000) < 2_000, "9: a stamp of record \(position) is far off")
                kept.stamp = stamp
            }
        }
    }

    private func noteLogged(_ request: RequestID, _ entry: RecordEntry) {
        require(kept.requests.insert(request).inserted, "2: request \(request) is in two records")
        guard let ticket = ModelRequest(entry.reply ?? []).ticket, ticket > 0 else { return }
        require(kept.tickets.insert(ticket).inserted, "2: request \(ticket) was carried out twice")
        require(!refusedTickets.contains(ticket), "3: request \(ticket) is in the log, and nothing was to be done")
        guard let session = entry.session else { return }
        require(
            kept.ticketOfSession[session] ?? 0 < ticket, "7: the changes of session \(session) are out of order")
        kept.ticketOfSession[session] = ticket
    }

    /// Invariant 12.
    func checkTrim(_ tables: LogTables, _ hosts: [Host]) {
        if let snapshot = tables.oldestSnapshot {
            require(tables.oldest <= snapshot.place.position.next, "12: what follows a kept snapshot is trimmed")
        }
    }

    // MARK: - Nodes

    /// Invariants 4, 5 and 8.
    func noteStore(_ store: ModelStore, _ content: RecordContent) {
        let place = store.state.place
        var hasher = Hasher()
        hasher.combine(store.rows.sum)
        hasher.combine(store.state)
        let sum = hasher.finalize()
        if let former = sums[place] {
            return require(former == sum, "4: the stores differ at \(place)")
        }
        sums[place] = sum
        let seats = store.rows.keys(of: .seat)
        for seat in seats {
            guard let session = store.rows.session(at: seat) else { continue }
            let isEnded = store.state.registry.ended.contains(session.incarnation)
            require(!isEnded, "8: \(session) has a seat after its node's end")
        }
        let users = Dictionary(grouping: seats) { $0.prefix { $0 != "/" } }
        require(users.values.allSatisfy { $0.count <= 2 }, "8: a user has more sessions than it may")
        for entry in content.entries where !entry.statements.isEmpty {
            guard let session = entry.session, entry.seats.isEmpty, session.number > 0 else { continue }
            let isSeated = seats.contains { store.rows.session(at: $0) == session }
            let endsLater = content.entries.contains { $0.seats.contains { $0.ends(session) } }
            require(isSeated || endsLater, "8: a change of \(session), which has no seat")
        }
    }

    /// Invariant 13.
    func checkBounds(_ node: ClusterNode) {
        let lengths = node.queueLengths
        require(lengths.requests <= 30 + 60, "13: \(lengths.requests) requests wait")
        require(lengths.intake <= 3 * 8 + 60, "13: \(lengths.intake) requests wait at the leader")
        require(lengths.records <= 64, "13: \(lengths.records) records wait")
    }

    /// Each name is one process's at a time here.
    func noteStop(_ reason: String) {
        require(!reason.hasPrefix("another process"), "14: \(reason), which has ended")
        stops.append(reason)
    }

    /// Invariant 15: a store that leaves has all of the log, and what ends the other nodes lasts.
    func noteLeft(_ place: LogPlace) {
        require(kept.ending?.store == place, "15: a node leaves with \(place), and the log ends with \(kept.end)")
    }

    func noteEnd() { require(kept.ending != nil, "15: a node ends for good, and the log goes on") }

    func noteTold(_ place: LogPlace) {
        require(places.contains(place), "3: record \(place) is told, and may still be lost")
    }

    func snapshot(of store: ModelStore) -> Snapshot {
        snapshots[store.state.place] = store
        return Snapshot(store.state.place, [])
    }

    func store(of snapshot: Snapshot) -> ModelStore? { snapshots[snapshot.place] }

    // MARK: - Clients

    func noteSent(_ request: SessionRequest, _ session: SessionKey) {
        if request.ticket > 0 { sent[request.ticket] = session }
    }

    func noteReplied(_ request: RequestID) {
        require(replied.insert(request).inserted, "2: a second reply to \(request)")
    }

    func noteRefused(_ request: SessionRequest) {
        guard let ticket = ModelRequest(request.content.bytes).ticket else { return }
        refusedTickets.insert(ticket)
        require(!kept.tickets.contains(ticket), "3: request \(ticket) is in the log, and nothing was to be done")
    }

    func noteClosed(_ session: SessionKey) { closed.insert(session) }

    /// A request that ends its leader ends two of them, and no third one.
    func notePoison(_ batch: Batch) {
        for case .request(_, let forwarded) in batch.work
        where ModelRequest(forwarded.request.content.bytes).verb == "poison" {
            poisonings[forwarded.request.ticket, default: 0] += 1
            require(poisonings[forwarded.request.ticket] ?? 0 <= 2, "5: a request has ended a third leader")
        }
    }

    // MARK: - The end

    /// Invariants 4, 10, 11 and 14.
    func checkEnd(of world: World) {
        let leaders = world.hosts.filter(\.isLeading)
        if kept.ending != nil {
            return require(
                leaders.isEmpty && world.hosts.count(where: \.hasLeft) == 1, "15: a node goes on without the log")
        }
        require(leaders.count == 1, "14: \(leaders.count) nodes lead at the end")
        guard let leader = leaders.first else { return }
        let states = world.hosts.map { "\($0.index): \($0.store.state.place)" }
        for host in world.hosts {
            require(host.store.state.place == leader.store.state.place, "14: the nodes are apart: \(states)")
            require(host.store.rows == leader.store.rows, "4: the stores differ at the end")
        }
        let rows = leader.store.rows
        for user in rows.keys(of: .presence) {
            require(!rows.seats(of: user).isEmpty, "10: \(user) is present without a seat")
        }
        for seat in rows.keys(of: .seat) {
            let user = String(seat.prefix { $0 != "/" })
            require(rows[.presence, user] != nil, "10: \(user) has a seat and is not present")
        }
        require(rows.keys(of: .push).isEmpty, "11: pushes are left: \(rows.keys(of: .push))")
        for client in world.clients { require(client.complaint == nil, "14: \(client.complaint ?? "")") }
    }
}

extension SeatChange {
    func ends(_ session: SessionKey) -> Bool {
        if case .ended(session, _) = self { true } else { false }
    }
}
