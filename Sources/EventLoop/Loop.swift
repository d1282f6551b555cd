import CLinux
import Dispatch
import Meters

/// The owner of a shard's descriptors, which lives on the shard's queue and is told of everything that happens there.
package protocol LoopDelegate: AnyObject {
    /// The descriptor that was added under `token` is ready.
    func ready(token: UInt64, _ readiness: Poller.Readiness)
    /// The deadline armed under `timer` has passed.
    func expired(timer: Int)
    /// An envelope has been handled, and perhaps others of this turn wait.
    func delivered()
    /// This is the turn that was asked for by `turnAgain`: what was left over from the one before may be handled now.
    func turnGoesOn()
    /// Everything of this turn has been handled; what was queued may leave now.
    func turnEnds()
}

/// The heart of a shard: a serial queue does everything below as plain synchronous calls, and one source watches the
/// epoll descriptor for it (docs/decisions/023).
///
/// A turn takes up to 256 events, then what the turn before has left over, then the mailbox, then the timers, and ends with
/// `turnEnds()`. A loop that was woken stays hot: it waits for the next events itself, and returns to Dispatch only when for
/// a moment there were none.
package final class Loop {
    /// How long a hot loop waits for something more to do, in milliseconds. With one, lone requests that come every other
    /// millisecond cost two system calls more each.
    private static let patience: Int32 = 3
    private static let mailboxToken = UInt64.max

    package var poller: Poller
    package var timers: TimerWheel
    /// The monotonic clock in milliseconds, read once a turn.
    package private(set) var now: Int64
    private let queue: DispatchQueue
    private let turns: Histogram
    /// When the timer fires, on the loop's clock. A deadline that has moved further away leaves it alone: it fires, and is
    /// set anew.
    private var timerFires = Int64.max
    private var isStopping = false
    private var isTurnWanted = false

    /// To be made, and from then on used, on the queue.
    package init(on queue: DispatchQueue, eventsPerTurn: Int32 = 256, turns: Histogram) throws(SystemError) {
        self.queue = queue
        now = Clock.monotonic
        poller = try Poller(eventsPerTurn: eventsPerTurn)
        timers = TimerWheel(now: now)
        self.turns = turns
    }

    /// Ends the process, in a debug build, where a shard's things are touched from elsewhere.
    @inline(__always) package func requireQueue() {
        assert(isOnQueue)
    }

    private var isOnQueue: Bool {
        dispatchPrecondition(condition: .onQueue(queue))
        return true
    }

    /// Has another turn follow this one at once: something is left over.
    package func turnAgain() {
        requireQueue()
        isTurnWanted = true
    }

    /// After the turn that is under way, or the next.
    package func stop() {
        requireQueue()
        isStopping = true
    }

    /// Runs turns from now on until `stop()`; envelopes are given to `resident`, events to `delegate`. `ended` is called on
    /// the queue after the last turn.
    package func start<Resident>(
        _ mailbox: Mailbox<Resident>, resident: Resident, delegate: any LoopDelegate, ended: @escaping () -> Void
    ) throws(SystemError) {
        try poller.add(mailbox.wakeDescriptor, .input, token: Self.mailboxToken)
        let deliver = {
            for envelope in mailbox.take() {
                envelope(resident)
                delegate.delivered()
            }
        }
        let events = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: queue)
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let serve = { [self] in
            stayHot(deliver, delegate)
            guard isStopping else { return rest(timer) }
            mailbox.close()
            timer.cancel()
            events.cancel()
        }
        events.setEventHandler { serve() }
        // Called when Dispatch watches the descriptor no more; the loop, which it keeps until then, may close it.
        events.setCancelHandler { [self] in
            _ = self
            ended()
        }
        timer.setEventHandler { [self] in
            timerFires = .max
            serve()
        }
        events.activate()
        timer.activate()
    }

    private func stayHot(_ deliver: () -> Void, _ delegate: any LoopDelegate) {
        requireQueue()
        var timeout: Int32 = 0
        while !isStopping, turn(timeout, deliver, delegate) { timeout = Self.patience }
    }

    /// False: there was nothing to do.
    private func turn(_ timeout: Int32, _ deliver: () -> Void, _ delegate: any LoopDelegate) -> Bool {
        let goesOn = isTurnWanted
        isTurnWanted = false
        let count = poller.wait(timeout: goesOn ? 0 : timeout)
        let began = Clock.monotonicNanoseconds
        now = began / 1_000_000
        if count == 0, !goesOn {
            guard let timer = timers.next(at: now) else { return false }
            delegate.expired(timer: timer)
        }
        var hasMail = false
        for index in 0..<count {
            let event = poller.event(index)
            if event.token == Self.mailboxToken {
                hasMail = true
            } else {
                delegate.ready(token: event.token, event.readiness)
            }
        }
        if goesOn { delegate.turnGoesOn() }
        if hasMail { deliver() }
        while let timer = timers.next(at: now) { delegate.expired(timer: timer) }
        delegate.turnEnds()
        turns.observe(nanoseconds: Int(Clock.monotonicNanoseconds - began))
        return true
    }

    /// Until there are events, or the next deadline has come.
    private func rest(_ timer: any DispatchSourceTimer) {
        guard let delay = timers.delay(from: now) else { return }
        let deadline = now + delay + 1
        guard deadline < timerFires else { return }
        timerFires = deadline
        timer.schedule(deadline: .monotonic(nanoseconds: deadline * 1_000_000), leeway: .milliseconds(1))
    }
}
