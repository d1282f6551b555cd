import Cluster
import Storage

/// What a client asks for, as words; the last one is the request's number in the whole run.
struct ModelRequest {
    let words: [String]

    init(_ bytes: [UInt8]) { words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init) }

    var verb: String { words.first ?? "" }
    var ticket: UInt64? { words.last.flatMap(UInt64.init) }
}

/// A node's store: rows, and how far they have come in the log. With it, what the leader has in memory.
struct ModelStore {
    private(set) var rows = ModelRows()
    private(set) var state: StoredState
    /// The transaction that is open.
    private var open: ModelRows?
    private var openTime: Int64 = 0
    let bias: Int
    let faults: Set<ModelFault>

    // In memory, and only the leader's.
    private var stampClock: Int64?
    private var inboxCounts: [String: Int64] = [:]
    private var seatsInMemory: [String: [Int64]] = [:]

    init(_ state: StoredState, _ rows: ModelRows = ModelRows(), bias: Int, faults: Set<ModelFault>) {
        self.state = state
        self.rows = rows
        self.bias = bias
        self.faults = faults
    }

    /// As after a restart.
    mutating func forgetMemory() {
        stampClock = nil
        inboxCounts = [:]
        seatsInMemory = [:]
    }

    mutating func promoted() {
        if !faults.contains(.keepsStampClock) { stampClock = nil }
        if !faults.contains(.keepsCaches) { inboxCounts = [:] }
        if !faults.contains(.keepsSeatsInMemory) { seatsInMemory = [:] }
    }

    // MARK: - Transactions

    /// Nil: the process dies of it.
    mutating func execute(_ batch: Batch) -> [RecordEntry]? {
        open = rows
        openTime = batch.time
        var entries: [RecordEntry] = []
        for work in batch.work {
            guard let entry = carryOut(work) else { return nil }
            entries.append(entry)
        }
        return entries
    }

    mutating func rollBack() {
        open = nil
        inboxCounts = [:]
    }

    mutating func commit(_ content: RecordContent, at place: LogPlace) {
        guard let open else { preconditionFailure("no transaction is open") }
        rows = open
        self.open = nil
        state.take(content, at: place)
    }

    /// Why it cannot be applied.
    mutating func apply(_ content: RecordContent, at place: LogPlace) -> String? {
        var changed = rows
        for statement in content.entries.lazy.flatMap(\.statements) {
            let count = changed.execute("\(statement.sql)", statement.values, bias: bias)
            if count != statement.changedRows {
                return "\(statement.sql) changed \(count) rows, and \(statement.changedRows) at the leader"
            }
        }
        rows = changed
        state.take(content, at: place)
        if faults.contains(.seatsEndWithLeader), content.isOpening {
            for seat in rows.keys(of: .seat) where rows.session(at: seat)?.incarnation != content.id.incarnation {
                if bias == 1 { rows.set(.seat, seat, nil) }
            }
        }
        return nil
    }

    mutating func write(outsideOf table: ModelRows.Table, _ key: String) { rows.set(table, key, nil) }

    // MARK: - The leader's work

    private mutating func carryOut(_ work: Work) -> RecordEntry? {
        var entry = RecordEntry()
        switch work {
        case .end(let incarnation, _): endSeats(of: incarnation, &entry)
        case .own(let bytes): carryOut(own: ModelRequest(bytes), &entry)
        case .request(let incarnation, let forwarded):
            let session = SessionKey(incarnation, forwarded.request.session)
            let request = ModelRequest(forwarded.request.content.bytes)
            if request.verb == "poison" { return nil }
            // The number in the run, so that the ledger knows the request again.
            let reply = carryOut(forwarded.request.kind, request, session, &entry)
            entry.reply = Array("\(reply) \(request.ticket ?? 0)".utf8)
        }
        return entry
    }

    private mutating func carryOut(
        _ kind: SessionRequest.Kind, _ request: ModelRequest, _ session: SessionKey, _ entry: inout RecordEntry
    ) -> String {
        let words = request.words
        switch kind {
        case .join: return "joined"
        case .login:
            logIn(words[1], words[2], session, &entry)
            return "in"
        case .leave:
            for seat in open?.keys(of: .seat) ?? [] where open?.session(at: seat) == session {
                end(seat, session, "left", &entry)
            }
            return "out"
        case .change, .fact:
            let seat = "\(words[1])/\(words[2])"
            guard holds(seat, session) || faults.contains(.executesUnseated) else { return "unseated" }
            return change(words, &entry)
        }
    }

    private func holds(_ seat: String, _ session: SessionKey) -> Bool {
        open?.session(at: seat) == session
            || (faults.contains(.keepsSeatsInMemory) && seatsInMemory[seat] == ModelRows.value(of: session, 0))
    }

    private mutating func change(_ words: [String], _ entry: inout RecordEntry) -> String {
        switch words[0] {
        case "put":
            let stamp = nextStamp(&entry)
            execute("set value", [.text(words[3]), .integer(stamp)], &entry)
            return "put"
        case "send":
            let user = words[3]
            let stamp = nextStamp(&entry)
            let count = (inboxCounts[user] ?? open?[.inbox, user]?[0] ?? 0) + 1
            inboxCounts[user] = count
            execute("set inbox", [.text(user), .integer(count), .integer(stamp)], &entry)
            execute("set push", [.text("\(stamp)"), .integer(1)], &entry)
            entry.events.append(RecordEvent(audience: [.text(user)], body: Array("\(count)".utf8)))
            return "sent"
        case "list":
            execute("set list", [.text(words[3]), .integer(openTime + 300)], &entry)
            return "listed"
        default: return "refused"
        }
    }

    private mutating func logIn(
        _ user: String, _ device: String, _ session: SessionKey, _ entry: inout RecordEntry
    ) {
        let seat = "\(user)/\(device)"
        if faults.contains(.keepsSeatsInMemory) {
            seatsInMemory[seat] = ModelRows.value(of: session, 0)
            entry.seats.append(.taken(session))
            return
        }
        if let former = open?.session(at: seat) { end(seat, former, "replaced", &entry) }
        let others = open?.seats(of: user) ?? []
        if others.count >= 2, let oldest = others.min(by: { order($0) < order($1) }),
            let former = open?.session(at: oldest)
        {
            end(oldest, former, "limit", &entry)
        }
        let values = ModelRows.value(of: session, nextStamp(&entry))
        execute("set seat", [.text(seat)] + values.map(SQLValue.integer), &entry)
        entry.seats.append(.taken(session))
        if open?[.presence, user] == nil { execute("set presence", [.text(user), .integer(1)], &entry) }
    }

    private func order(_ seat: String) -> Int64 { open?[.seat, seat]?[2] ?? 0 }

    private mutating func end(_ seat: String, _ session: SessionKey, _ reason: String, _ entry: inout RecordEntry) {
        execute("delete seat", [.text(seat)], &entry)
        entry.seats.append(.ended(session, reason: Array(reason.utf8)))
    }

    private mutating func endSeats(of incarnation: Incarnation, _ entry: inout RecordEntry) {
        for seat in open?.keys(of: .seat) ?? [] {
            guard let session = open?.session(at: seat), session.incarnation == incarnation else { continue }
            // One with each record.
            if entry.isUnfinished { return }
            end(seat, session, "gone", &entry)
            entry.isUnfinished = true
        }
        entry.isUnfinished = false
    }

    private mutating func carryOut(own request: ModelRequest, _ entry: inout RecordEntry) {
        switch request.verb {
        case "depart":
            let user = request.words[1]
            if open?.seats(of: user).isEmpty == true, open?[.presence, user] != nil {
                execute("delete presence", [.text(user)], &entry)
            }
        case "pushed": execute("delete push", [.text(request.words[1])], &entry)
        case "sweep":
            let sql = faults.contains(.limitsWithoutOrder) ? "expire list unordered" : "expire list"
            execute(sql, [.integer(openTime)], &entry)
        default: preconditionFailure("no work: \(request.words)")
        }
    }

    /// Rises with every call.
    private mutating func nextStamp(_ entry: inout RecordEntry) -> Int64 {
        let last = stampClock ?? open?[.clock, "stamp"]?[0] ?? 0
        // In seconds, so that stamps run ahead of the time.
        let stamp = max(last + 1, openTime / 1_000)
        stampClock = stamp
        execute("set clock", [.text("stamp"), .integer(stamp)], &entry)
        return stamp
    }

    private mutating func execute(_ sql: String, _ values: [SQLValue], _ entry: inout RecordEntry) {
        let changed = open?.execute(sql, values, bias: bias) ?? 0
        if changed == 0 { return }
        let statement = ExecutedStatement(SQL(composed: sql), values, changedRows: changed)
        entry.statements = ExecutedStatements(entry.statements + [statement])
    }
}

/// Mistakes outside of the node's core, for the simulator to find.
package enum ModelFault: String, CaseIterable {
    case appendsWithoutPredecessor
    case positionOutsideApply
    case positionOutsideSnapshot
    case keepsCaches
    case keepsStampClock
    case keepsSeatsInMemory
    case seatsEndWithLeader
    case forgetsDepartures
    case executesUnseated
    case limitsWithoutOrder
    case usesWallClock
    case tellsSnapshotAgain
    case skipsBehindSnapshot
    case expiresWhileReading
    case foundsWithoutHistory
}
