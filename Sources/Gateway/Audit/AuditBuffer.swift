import Chat

/// The entries that go into the audit log with the next batch. Their number is bounded, whatever clients do.
struct AuditBuffer {
    /// Failed logins that look the same for whoever looks for an attack.
    private struct Attempt: Hashable {
        let address: String
        let result: String
    }

    private struct Attempts {
        var recorded = 0
        /// The last of those that have no entry of their own, and how many they are.
        var rest: AuditEntry?
        var unrecorded = 0
    }

    private var entries: [AuditEntry] = []
    private var counts: [AuditEntry.Kind: Int] = [:]
    private var attempts: [Attempt: Attempts] = [:]
    /// There is no room for an entry for each; the last of them, and how many they are.
    private var overflow: [AuditEntry.Kind: (last: AuditEntry, count: Int)] = [:]

    /// False: it has no entry of its own.
    mutating func add(_ entry: AuditEntry) -> Bool {
        if entry.kind == .failedLogin, let isRecorded = addAttempt(entry) { return isRecorded }
        return addWithinBounds(entry)
    }

    /// Nil: it may have an entry, as far as there is room.
    private mutating func addAttempt(_ entry: AuditEntry) -> Bool? {
        let attempt = Attempt(address: entry.address, result: entry.result)
        guard attempts[attempt] != nil || attempts.count < mostAttempts else { return nil }
        var known = attempts[attempt, default: Attempts()]
        defer { attempts[attempt] = known }
        if known.recorded < attemptsRecorded {
            known.recorded += 1
            return nil
        }
        known.rest = entry
        known.unrecorded += 1
        return false
    }

    private mutating func addWithinBounds(_ entry: AuditEntry) -> Bool {
        let count = counts[entry.kind, default: 0]
        guard count < mostEntries(of: entry.kind) else {
            overflow[entry.kind] = (entry, overflow[entry.kind, default: (entry, 0)].count + 1)
            return false
        }
        counts[entry.kind] = count + 1
        entries.append(entry)
        return true
    }

    /// Hands out the entries since the last call, and empties the buffer. `rest`: entries that stand for many.
    mutating func take() -> (entries: [AuditEntry], rest: [AuditEntry]) {
        var rest: [AuditEntry] = []
        for (_, known) in attempts {
            guard let last = known.rest else { continue }
            rest.append(last.standing(for: known.unrecorded, address: last.address, result: last.result))
        }
        for (_, (last, count)) in overflow { rest.append(last.standing(for: count, address: "", result: "")) }
        defer { self = AuditBuffer() }
        return (entries, rest.sorted { $0.time < $1.time })
    }
}

extension AuditEntry {
    /// It says nothing that is only true of one of them.
    fileprivate func standing(for count: Int, address: String, result: String) -> AuditEntry {
        var entry = AuditEntry(time: time, kind: kind, actor: "", address: address, operation: "").ended(result)
        entry.count = count
        return entry
    }
}

private func mostEntries(of kind: AuditEntry.Kind) -> Int {
    switch kind {
    case .login: 1_000
    case .failedLogin, .read, .act: 250
    }
}

/// Of an address, with one result.
private let attemptsRecorded = 5
/// Pairs of addresses and results that are counted apart.
private let mostAttempts = 250
