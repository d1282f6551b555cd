import Dispatch
import Foundation

/// A value that one thread at a time may use, and whose change a test may sleep for.
///
/// `@unchecked Sendable`: the value is reached under the condition's mutex alone.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value

    package init(_ initial: Value) {
        value = initial
    }

    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body(&value)
    }

    package func wakeAll() {
        condition.broadcast()
    }

    /// Sleeps until `body` gives a result; nil when it still gives none at the deadline, in monotonic nanoseconds.
    package func wait<Result: Sendable>(
        until deadline: Int64? = nil, for body: (inout Value) -> Result?
    ) -> Result? {
        let now = Int64(DispatchTime.now().uptimeNanoseconds)
        // NSCondition takes no date that is too far away.
        let deadline = Date(timeIntervalSinceNow: deadline.map { Double($0 - now) / 1e9 } ?? 86_400)
        return withLock { value in
            while true {
                if let result = body(&value) { return result }
                if !condition.wait(until: deadline) { return body(&value) }
            }
        }
    }
}
