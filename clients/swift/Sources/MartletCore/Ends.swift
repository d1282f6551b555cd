/// The gateway's clock as it is known: it never goes back, whatever this device's clock does.
final class GatewayClock {
    private let scheduler: Scheduler
    /// As it was told last.
    private(set) var told = 0
    /// By how much it was ahead of this device's.
    private(set) var offset = 0
    /// Until it is told in this run, this device's clock may have been set to anything.
    private(set) var isTold = false

    init(_ scheduler: Scheduler) {
        self.scheduler = scheduler
    }

    var now: Int { max(told, scheduler.now + offset) }

    /// It was this time at the gateway.
    func tell(_ time: Int) {
        told = max(told, time)
        isTold = true
    }

    /// A session says how far it is ahead.
    func tell(offset: Int) {
        self.offset = offset
        tell(scheduler.now + offset)
    }

    /// Goes on with an earlier run's.
    func restore(told: Int, offset: Int) {
        guard !isTold else { return }
        (self.told, self.offset) = (told, offset)
    }
}

/// Waits for the moments at which messages expire. The clock says what is shown then: a timer can come late, and no
/// message of the gateway may come at all.
final class Ends {
    /// Timers stand still while a device sleeps, and clocks are set: so it looks again after this long.
    private static let longest = 600_000

    private let scheduler: Scheduler
    private let clock: GatewayClock
    /// The messages that are shown under the name are others by now.
    private let ended: (String) -> Void
    /// The next end of those that are shown under a name; `.max` if all of them have passed.
    private var next: [String: Int] = [:]
    private var timer: Scheduler.Timer?

    init(_ scheduler: Scheduler, _ clock: GatewayClock, ended: @escaping (String) -> Void) {
        self.scheduler = scheduler
        self.clock = clock
        self.ended = ended
    }

    /// From now on these are shown under a name.
    func note(_ name: String, _ messages: some Sequence<JSON>) {
        let now = clock.now
        let ends = messages.compactMap(\.expireAt)
        let isNoted = next[name] != nil
        next[name] = ends.isEmpty ? nil : ends.filter { $0 > now }.min() ?? .max
        if isNoted || !ends.isEmpty { schedule() }
    }

    /// The gateway's clock is known better.
    func look() {
        for name in next.keys { ended(name) }
    }

    private func schedule() {
        scheduler.cancel(timer)
        timer = nil
        guard let end = next.values.min(), end < .max else { return }
        timer = scheduler.after(min(Self.longest, end - clock.now)) { [weak self] in self?.pass() }
    }

    /// Time has passed, perhaps more than the timer knows.
    private func pass() {
        let now = clock.now
        for (name, end) in next where end <= now {
            next[name] = .max
            ended(name)
        }
        schedule()
    }
}

/// The messages that there are at a time.
func present(_ messages: [JSON], at now: Int) -> [JSON] {
    messages.contains { $0.hasExpired(at: now) } ? messages.filter { !$0.hasExpired(at: now) } : messages
}

/// A conversation as the gateway gives it at a time: its last message keeps its place, and says nothing any more.
func shown(_ conversation: JSON, at now: Int) -> JSON {
    guard var last = conversation["lastMessage"], last["isExpired"]?.bool != true, last.hasExpired(at: now) else {
        return conversation
    }
    for name in ["recalled", "edited", "replyTo", "pinned"] { last[name] = nil }
    return conversation.merging(["lastMessage": last.merging(["body": [:], "isExpired": true])])
}

extension JSON {
    fileprivate func hasExpired(at now: Int) -> Bool { expireAt.map { $0 <= now } ?? false }
}
