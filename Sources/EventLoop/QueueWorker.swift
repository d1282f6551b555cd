import Dispatch

/// Work on a serial queue, which runs when it is woken, when its time has come, and when its descriptor is readable.
///
/// `@unchecked Sendable`: Dispatch's sources may be used from anywhere, and the rest guards itself.
package final class QueueWorker<Resident>: @unchecked Sendable {
    private let resident: QueueConfined<Resident>
    /// Wake-ups that come before the next run are one.
    private let wakeUps: any DispatchSourceUserDataOr
    private let timer: any DispatchSourceTimer
    private let reading: (any DispatchSourceRead)?
    /// The sources that are not cancelled.
    private let active = DispatchGroup()
    /// When the timer will fire, on the queue: to move it takes a system call, so it is moved to an earlier moment alone.
    private var nextRun: Int64?

    /// `run` returns when it wants to run again though nothing has happened, in monotonic nanoseconds; nil: not at all. The
    /// descriptor stays open until the worker has stopped.
    package init(
        _ label: String, _ resident: sending Resident, watching descriptor: Int32? = nil,
        run: @escaping @Sendable (Resident) -> Int64?
    ) {
        self.resident = QueueConfined(label, resident)
        let queue = self.resident.queue
        wakeUps = DispatchSource.makeUserDataOrSource(queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
        reading = descriptor.map { DispatchSource.makeReadSource(fileDescriptor: $0, queue: queue) }
        for source in sources {
            source.setEventHandler { [self] in
                if let next = nextRun, next <= Clock.monotonicNanoseconds { nextRun = nil }
                guard let moment = self.resident.here(run), moment < nextRun ?? .max else { return }
                nextRun = moment
                timer.schedule(deadline: .monotonic(nanoseconds: moment))
            }
            active.enter()
            source.setCancelHandler { [active] in active.leave() }
            source.activate()
        }
    }

    private var sources: [any DispatchSourceProtocol] { [wakeUps, timer] + (reading.map { [$0] } ?? []) }

    /// Has it run soon; from anywhere, and never waits.
    package func wake() {
        wakeUps.or(data: 1)
    }

    /// Returns when it is done, after the run that is under way. Not from the queue itself.
    package func sync<Result>(_ body: (Resident) -> Result) -> Result {
        resident.sync(body)
    }

    /// Returns when the last run has ended, and `end` after it. Called once, and not from the queue itself.
    package func stop(_ end: (Resident) -> Void = { _ in }) {
        for source in sources { source.cancel() }
        active.wait()
        sync(end)
    }
}

extension DispatchTime {
    /// A moment of the monotonic clock, which is the one that Dispatch has on Linux.
    package static func monotonic(nanoseconds: Int64) -> DispatchTime {
        DispatchTime(uptimeNanoseconds: UInt64(max(nanoseconds, 1)))
    }
}
