/// Finds out whether an open connection still works. An application does not see the gateway's pings, and a system
/// holds timers back, so what counts is the time since the last message: after a silence, and when the device
/// wakes, it asks (`probe`), and without an answer the connection is dead. While a request waits for its reply, a
/// short silence is enough.
final class Liveness {
    /// How long a probe may stay without an answer, or a request without any sign of life.
    private static let patience = 5000
    /// After so long without an answer to a request, and without anything else, it probes.
    private static let soon = 1000
    /// So much of what goes out, in bytes for each millisecond, may a slow network take.
    private static let slowest = 4
    /// A timer that fires so late was held back by the system, or the device slept.
    private static let late = 2000

    private let scheduler: Scheduler
    private let interval: Int
    private let requests: Requests
    private let probe: () -> Void
    private let dead: () -> Void
    private var heardAt: Int
    /// When the first of the requests went out that have waited since.
    private var askedAt = 0
    /// The silence after which it probes while a request waits: longer after each answer, since a reply may take
    /// its time.
    private var soon = Liveness.soon
    /// A probe was sent that has no answer yet.
    private var isProbed = false
    private var isExcused = false
    private var timer: Scheduler.Timer?
    private var due = 0

    /// - Parameter interval: the silence after which it probes
    init(
        _ scheduler: Scheduler, interval: Int, requests: Requests, probe: @escaping () -> Void,
        dead: @escaping () -> Void
    ) {
        self.scheduler = scheduler
        self.interval = interval
        self.requests = requests
        self.probe = probe
        self.dead = dead
        heardAt = scheduler.now
        schedule(interval)
    }

    /// A message came.
    func heard() {
        heardAt = scheduler.now
        guard isProbed else { return }
        isProbed = false
        soon = min(2 * soon, interval)
        schedule(tolerance)
    }

    /// A request went out.
    func asked() {
        let now = scheduler.now
        if !isProbed, requests.underWay == 1 { (askedAt, soon) = (now, Self.soon) }
        if !isProbed, due - now > tolerance { schedule(tolerance) }
    }

    /// The application is seen again, or the network is back: the connection may be open and dead.
    func wake() {
        if !isProbed, scheduler.now - heardAt >= 1000 { ask(Self.patience) }
    }

    func stop() {
        scheduler.cancel(timer)
    }

    private func schedule(_ milliseconds: Int) {
        scheduler.cancel(timer)
        due = scheduler.now + milliseconds
        timer = scheduler.after(milliseconds) { [weak self] in self?.check() }
    }

    /// How long a silence is not looked into.
    private var tolerance: Int {
        requests.underWay == 0 ? interval : min(interval, soon + requests.unreadLength / Self.slowest)
    }

    private func check() {
        let now = scheduler.now
        // A clock that was set back would otherwise keep the timer waiting for as long.
        heardAt = min(heardAt, now)
        askedAt = min(askedAt, now)
        if !isProbed {
            let isWaiting = requests.underWay > 0
            let silence = now - (isWaiting ? max(heardAt, askedAt) : heardAt)
            if silence < tolerance {
                schedule(tolerance - silence)
            } else {
                ask(isWaiting ? Self.patience - Self.soon : Self.patience)
            }
        } else if now - due >= Self.late, !isExcused {
            // The answer may be waiting behind this very timer.
            isExcused = true
            schedule(1000)
        } else {
            dead()
        }
    }

    private func ask(_ patience: Int) {
        isProbed = true
        isExcused = false
        schedule(patience)
        probe()
    }
}
