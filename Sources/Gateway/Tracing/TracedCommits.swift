import Domain
import EventLoop

/// The requests of a batch that belong to a trace.
struct TracedCommits {
    private struct Request {
        let trace: RequestTrace
        /// Monotonic nanoseconds.
        let began: Int64
        let stampBefore: Stamp
    }

    private var requests: [Request] = []

    var isEmpty: Bool { requests.isEmpty }

    /// The trace is noted before the batch is committed, so that all who can read the work's rows find it.
    mutating func add(_ trace: RequestTrace, began: Int64, stampBefore: Stamp, lastStamp: Stamp) {
        trace.link(after: stampBefore, through: lastStamp)
        requests.append(Request(trace: trace, began: began, stampBefore: stampBefore))
    }

    mutating func committed() {
        for request in requests { request.trace.recordWork("store commit", began: request.began) }
        requests.removeAll(keepingCapacity: true)
    }

    mutating func rolledBack() {
        if let first = requests.first { first.trace.unlink(after: first.stampBefore) }
        requests = []
    }
}
