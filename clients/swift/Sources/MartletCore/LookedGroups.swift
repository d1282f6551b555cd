/// Groups that an application looks at: unknown and stale ones are read, many at once and each once. An answer that an
/// event has overtaken is not taken: its groups are read again. Those that were not looked at for longest give way.
final class LookedGroups {
    struct Actions {
        let request: (String, JSON, RequestOptions, @escaping (Reply) -> Void) -> Void
        let isOpen: () -> Bool
        /// These look different now.
        let changed: (Set<String>) -> Void
        /// The gateway has refused a read.
        let failed: (MartletError) -> Void
    }

    /// Of a group that was looked at. From `staleAt` on it is read when it is looked at again.
    private struct Entry {
        /// Nil before the first read, and null if there is no such group for this user.
        var value: JSON?
        var staleAt = 0
    }

    static let most = 1000
    private static let perRead = 50
    /// Rows of a list come onto the screen one by one: those of this time are read together.
    private static let gatherTime = 30
    private static let fresh = 86_400_000
    /// After a refusal, and for a group that is not there, the gateway is not asked again for so long.
    private static let retry = 30_000
    private static let missing = 600_000
    /// The last ones that were looked at count as on the screen: they are read as soon as they are stale.
    private static let onScreen = 100

    private let scheduler: Scheduler
    private let kept: KeptRows
    private let actions: Actions
    /// Those that were looked at last at the end.
    private var entries = OrderedMap<Entry>()
    /// To be read as soon as there is a connection.
    private var wanted = OrderedMap<Bool>()
    /// Being read now; true: an event has overtaken the answer.
    private var reading: [String: Bool] = [:]
    private var timer: Scheduler.Timer?

    init(_ scheduler: Scheduler, _ kept: KeptRows, _ actions: Actions) {
        self.scheduler = scheduler
        self.kept = kept
        self.actions = actions
    }

    /// Nil: it was not read, or there is none for this user.
    subscript(group: String) -> JSON? { entries[group]?.value.flatMap { $0.isNull ? nil : $0 } }

    /// Takes in what an earlier run has read: it is shown, and read again when it is looked at.
    func restore(_ rows: [(key: String, value: JSON)]) {
        for (group, value) in rows { entries[group] = Entry(value: value) }
        if !rows.isEmpty { actions.changed(Set(rows.map(\.key))) }
    }

    /// These are on the screen.
    func look(_ groups: [String]) {
        for group in groups {
            let entry = entries[group] ?? Entry()
            entries.moveToEnd(group, entry)
            if entry.staleAt <= scheduler.now, reading[group] == nil { wanted[group] = true }
        }
        for group in entries.keys.prefix(max(0, entries.count - Self.most)) {
            if self[group] != nil { kept.put(group, nil) }
            entries[group] = nil
            wanted[group] = nil
        }
        gather()
    }

    /// A session is open: those whose stream stands where they were read are right.
    func compare(_ ends: JSON, isResumed: Bool) {
        let isRight = { [self] (group: String) in
            let end = ends[group]?.int
            return isResumed && end != nil && self[group]?["seq"]?.int == end
        }
        for group in entries.keys where isRight(group) {
            entries[group]?.staleAt = scheduler.now + Self.fresh
            wanted[group] = nil
        }
        stale(entries.keys.filter { !isRight($0) })
    }

    func staleAll() {
        stale(entries.keys)
    }

    /// These may be otherwise by now.
    func stale(_ groups: [String]) {
        let shown = Set(entries.keys.suffix(Self.onScreen))
        for group in groups where entries[group] != nil {
            entries[group]?.staleAt = 0
            if reading[group] != nil {
                reading[group] = true
            } else if shown.contains(group) {
                wanted[group] = true
            }
        }
        gather()
    }

    /// An event tells of a group. One that nobody looks at stays unknown.
    func tell(_ group: String, _ change: (JSON?) -> JSON?) {
        guard let entry = entries[group] else { return }
        if reading[group] != nil { reading[group] = true }
        guard let value = change(entry.value), value != entry.value else { return }
        entries[group]?.value = value
        kept.put(group, value)
        actions.changed([group])
    }

    /// There is a connection, or something new to read.
    func gather() {
        guard timer == nil, reading.isEmpty, !wanted.isEmpty, actions.isOpen() else { return }
        timer = scheduler.after(Self.gatherTime) { [unowned self] in
            timer = nil
            readNext()
        }
    }

    /// Nothing is known any more.
    func clear() {
        scheduler.cancel(timer)
        timer = nil
        entries.removeAll()
        wanted.removeAll()
    }

    private func readNext() {
        let groups = Array(wanted.keys.prefix(Self.perRead))
        guard !groups.isEmpty, actions.isOpen() else { return }
        for group in groups {
            wanted[group] = nil
            reading[group] = false
        }
        var options = RequestOptions(timeout: 0, key: .none)
        options.isBound = true
        let data: JSON = ["groupIDs": JSON(groups.map { JSON($0) })]
        actions.request("group.getMany", data, options) { [unowned self] (reply: Reply) in
            switch reply {
            case .success(let found): take(groups, found)
            case .failure(let error): fail(groups, error)
            }
        }
    }

    private func take(_ groups: [String], _ found: JSON) {
        let values = Dictionary((found["groups"]?.array ?? []).map { ($0["groupID"]?.string ?? "", $0) }) { $1 }
        let left = Set((found["left"]?.array ?? []).compactMap(\.string))
        var changed: Set<String> = []
        for group in groups {
            guard let entry = entries[group] else { continue }
            if reading[group] == true || left.contains(group) {
                wanted[group] = true
                continue
            }
            let value = values[group] ?? .null
            if value != entry.value { changed.insert(group) }
            entries[group] = Entry(value: value, staleAt: scheduler.now + (value.isNull ? Self.missing : Self.fresh))
            // Also the same value again, so that it is kept for longer.
            kept.put(group, value.isNull ? nil : value)
        }
        reading = [:]
        if !changed.isEmpty { actions.changed(changed) }
        readNext()
    }

    private func fail(_ groups: [String], _ error: MartletError) {
        reading = [:]
        for group in groups where entries[group] != nil {
            if error.isOfConnection {
                wanted[group] = true
            } else {
                entries[group]?.staleAt = scheduler.now + Self.retry
            }
        }
        if !error.isOfConnection { actions.failed(error) }
        gather()
    }
}
