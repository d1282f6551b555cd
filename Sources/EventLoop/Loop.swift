import CLinux
import Meters

/// The owner of a shard's descriptors, which lives in the shard's thread and is told of everything that happens there.
package protocol LoopDelegate: AnyObject {
    /// The descriptor that was added under `token` is ready.
    func ready(token: UInt64, _ readiness: Poller.Readiness)
    /// The deadline armed under `timer` has passed.
    func expired(timer: Int)
    /// An envelope has been handled, and perhaps others of this turn wait.
    func delivered()
    /// Everything of this turn has been handled; what was queued may leave now.
    func turnEnds()
}

/// The heart of a shard: one thread waits on one epoll descriptor and does everything below as plain synchronous calls.
///
/// A turn takes up to 256 events, then the mailbox, then the timers, and ends with `turnEnds()`.
package final class Loop {
    package var poller: Poller
    package var timers: TimerWheel
    /// The monotonic clock in milliseconds, read once a turn.
    package private(set) var now: Int64
    private let turns: Histogram

    private var isStopping = false
    private static let mailboxToken = UInt64.max

    package init(eventsPerTurn: Int32 = 256, turns: Histogram) throws(SystemError) {
        now = Clock.monotonic
        poller = try Poller(eventsPerTurn: eventsPerTurn)
        timers = TimerWheel(now: now)
        self.turns = turns
    }

    package func stop() {
        isStopping = true
    }

    /// Runs turns until `stop()`; envelopes are given to `resident`, events to `delegate`.
    package func run<Resident>(
        _ mailbox: Mailbox<Resident>, resident: Resident, delegate: any LoopDelegate
    ) throws(SystemError) {
        try poller.add(mailbox.wakeDescriptor, .input, token: Self.mailboxToken)
        while !isStopping {
            let timeout = timers.delay(from: now).map { Int32(clamping: $0 + 1) } ?? -1
            let count = poller.wait(timeout: timeout)
            let began = Clock.monotonicNanoseconds
            now = began / 1_000_000
            var hasMail = false
            for index in 0..<count {
                let event = poller.event(index)
                if event.token == Self.mailboxToken {
                    hasMail = true
                } else {
                    delegate.ready(token: event.token, event.readiness)
                }
            }
            if hasMail {
                for envelope in mailbox.take() {
                    envelope(resident)
                    delegate.delivered()
                }
            }
            while let timer = timers.next(at: now) { delegate.expired(timer: timer) }
            delegate.turnEnds()
            turns.observe(nanoseconds: Int(Clock.monotonicNanoseconds - began))
        }
        mailbox.close()
    }
}
