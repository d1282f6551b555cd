import MartletCLinux

/// A value that one thread at a time may use: what `Synchronization.Mutex` is, over the mutex of the C library
/// (docs/decisions/008).
///
/// `@unchecked Sendable`: the value is reached under the mutex alone, and what goes in or comes out is `Sendable`.
@usableFromInline package struct Lock<Value: Sendable>: ~Copyable, @unchecked Sendable {
    /// Both stay where they are for the lock's life: a mutex that others wait for must not move.
    @usableFromInline let mutex: UnsafeMutablePointer<martlet_mutex>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable package init(_ initial: Value) {
        mutex = .allocate(capacity: 1)
        value = .allocate(capacity: 1)
        mutex.initialize(to: martlet_mutex())
        value.initialize(to: initial)
        let failure = martlet_mutex_init(mutex)
        precondition(failure == 0, "cannot make a mutex: error \(failure)")
    }

    deinit {
        let failure = martlet_mutex_destroy(mutex)
        precondition(failure == 0, "a mutex ends while it is held: error \(failure)")
        value.deinitialize(count: 1)
        value.deallocate()
        mutex.deallocate()
    }

    /// Waits for its turn. Not recursive: calling it from `body` never returns.
    @inlinable package borrowing func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let failure = martlet_mutex_lock(mutex)
        precondition(failure == 0, "cannot lock a mutex: error \(failure)")
        defer { martlet_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
