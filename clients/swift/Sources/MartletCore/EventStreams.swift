/// The events of the user's stream and of the groups' streams: each is told once and in its stream's order, and
/// live ones of the user's wait while a hole before them is filled.
final class EventStreams {
    /// Live events of the user's stream that wait until it is filled.
    private final class Held {
        var events: [Event] = []
    }

    private unowned let sync: Sync
    private let scheduler: Scheduler
    private var held: Held?
    /// When a gap of the user's stream that a resume has told is filled: true, or false if it stays until the next
    /// login.
    private(set) var filled: Later<Bool>

    init(_ sync: Sync, _ scheduler: Scheduler) {
        self.sync = sync
        self.scheduler = scheduler
        filled = Later(scheduler, true)
    }

    /// A new session begins, or everything is looked at again: nothing is under way.
    func begin() {
        held = nil
        filled = Later(scheduler, true)
    }

    func live(_ event: Event) {
        if event.stream == "user", let held { held.events.append(event) } else { tell(event) }
    }

    func resumeUser(_ verdict: JSON) {
        let seq = verdict["seq"]?.int ?? 0
        switch verdict["verdict"]?.string {
        case "recovered":
            for event in events(of: verdict, in: "user") { tell(event) }
            sync.positions.user = seq
        case "gap":
            filled = fillUser(to: verdict["to"]?.int ?? seq)
        default:
            sync.positions.user = seq
            reset("user", why: verdict["why"])
            sync.readList()
        }
    }

    /// - Parameter groups: those the user is in
    func resumeGroups(_ verdicts: JSON, _ groups: JSON) {
        for (id, verdict) in verdicts.object?.members ?? [] {
            let stream = "group_\(id)"
            let seq = verdict["seq"]?.int ?? 0
            if verdict["verdict"]?.string == "recovered" {
                for event in events(of: verdict, in: stream) { tell(event) }
            } else {
                reset(stream, isGone: seq == 0 && groups[id] == nil, why: verdict["why"])
            }
            sync.positions.groups[id] = groups[id] == nil ? nil : seq
        }
        for (id, seq) in integers(groups) where verdicts[id] == nil {
            // There were too many to name them all.
            if let known = sync.positions.groups[id], known != seq { reset("group_\(id)") }
            sync.positions.groups[id] = seq
        }
    }

    /// Fetches the user's stream up to `to`; its live events wait meanwhile. If the client was stopped, or has
    /// begun anew, they go on waiting, and this says false.
    private func fillUser(to end: Int) -> Later<Bool> {
        let held = Held()
        self.held = held
        let filled = Later<Bool>(scheduler)
        fillUser(to: end, held, filled)
        return filled
    }

    private func fillUser(to end: Int, _ held: Held, _ filled: Later<Bool>) {
        let after = sync.positions.user ?? 0
        guard after < end else { return endFilling(held, filled, isReset: false) }
        sync.read("stream.events", ["after": JSON(after)]) { [self] result in
            guard self.held === held else { return filled.settle(false) }
            switch result {
            case .success(let page):
                for event in events(of: page, in: "user") { tell(event, isMissed: true) }
                sync.positions.user = page["seq"]?.int ?? end
                if page["isFinished"]?.bool == false { return fillUser(to: end, held, filled) }
                endFilling(held, filled, isReset: false)
            case .failure(let error):
                if sync.isOver("user", error) { return filled.settle(false) }
                // gw 1005: it is no longer kept.
                sync.positions.user = max(end, held.events.compactMap(\.seq).max() ?? 0, sync.positions.user ?? 0)
                endFilling(held, filled, isReset: true)
            }
        }
    }

    private func endFilling(_ held: Held, _ filled: Later<Bool>, isReset: Bool) {
        self.held = nil
        if isReset {
            reset("user")
            for event in held.events { sync.take(event) }
            sync.readList()
        } else {
            for event in held.events { tell(event) }
        }
        filled.settle(true)
    }

    private func tell(_ event: Event, isMissed: Bool = false) {
        guard let stream = event.stream, let seq = event.seq else { return }
        if stream.hasPrefix("group_") {
            let id = String(stream.dropFirst(6))
            guard seq > sync.positions.groups[id] ?? 0 else { return }
            sync.positions.groups[id] = seq
        } else {
            guard seq > sync.positions.user ?? 0 else { return }
            sync.positions.user = seq
        }
        sync.take(event, isMissed: isMissed)
    }

    private func reset(_ stream: String, isGone: Bool = false, why: JSON? = nil) {
        var data: JSON = ["stream": JSON(stream), "isGone": JSON(isGone)]
        data["why"] = why
        sync.take(Event("sync.reset", data))
    }
}

/// The events of a verdict or a page.
private func events(of page: JSON, in stream: String) -> [Event] {
    (page["events"]?.array ?? []).compactMap { one in
        one["event"]?.string.map { Event($0, one["data"] ?? [:], stream: stream, seq: one["seq"]?.int) }
    }
}
