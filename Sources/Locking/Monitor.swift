import CLinux

/// A value that one thread at a time may use, and whose change a thread may sleep for.
///
/// `@unchecked Sendable`: the value is reached under the mutex alone, and what goes in or comes out is `Sendable`.
package struct Monitor<Value: Sendable>: ~Copyable, @unchecked Sendable {
    private let lock: Lock<Value>
    /// It stays where it is for the monitor's life, as the mutex does.
    private let condition: UnsafeMutablePointer<martlet_condition>

    package init(_ initial: Value) {
        lock = Lock(initial)
        condition = .allocate(capacity: 1)
        condition.initialize(to: martlet_condition())
        let failure = martlet_condition_init(condition)
        precondition(failure == 0, "cannot make a condition: error \(failure)")
    }

    deinit {
        martlet_condition_destroy(condition)
        condition.deallocate()
    }

    /// Waits for its turn, no longer. Not recursive, as `Lock.withLock`. Who changes what others sleep for wakes them.
    package borrowing func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock(body)
    }

    /// Wakes a sleeper to look again. Costs no system call when nobody sleeps.
    package borrowing func wakeOne() {
        martlet_condition_signal(condition)
    }

    package borrowing func wakeAll() {
        martlet_condition_broadcast(condition)
    }

    /// Sleeps until `body` gives a result; nil when it still gives none at the deadline, in monotonic nanoseconds.
    package borrowing func wait<Result: Sendable>(
        until deadline: Int64? = nil, for body: (inout Value) -> Result?
    ) -> Result? {
        lock.withLock { value in
            while true {
                if let result = body(&value) { return result }
                let failure =
                    if let deadline {
                        martlet_condition_wait_until(condition, lock.mutex, deadline)
                    } else {
                        martlet_condition_wait(condition, lock.mutex)
                    }
                if failure == -1 { return body(&value) }
                precondition(failure == 0, "cannot wait for a condition: error \(failure)")
            }
        }
    }
}
