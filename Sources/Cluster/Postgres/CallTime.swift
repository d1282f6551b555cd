import EventLoop

/// Until when a call waits: so long after bytes have last gone, either way, and never beyond its end. So a large value may
/// take its time, and a server that is silent is not waited for.
struct CallTime {
    private let milliseconds: Int64
    private let end: Moment
    private(set) var deadline: Moment

    /// `most`: how long the whole call may take.
    init(milliseconds: Int64, most: Int64) {
        let now = Clock.monotonic
        self.milliseconds = milliseconds
        end = now + max(milliseconds, most)
        deadline = now + milliseconds
    }

    /// For what has no large values.
    init(until end: Moment) {
        self.end = end
        milliseconds = 0
        deadline = end
    }

    var left: Int64 { deadline - Clock.monotonic }

    mutating func noteProgress() { deadline = max(deadline, min(end, Clock.monotonic + milliseconds)) }
}
