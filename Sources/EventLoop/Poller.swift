import CLinux
import Glibc

/// One epoll descriptor, level-triggered. Every watched descriptor carries a token that comes back with its events.
package struct Poller: ~Copyable {
    /// The directions in which a descriptor is ready, or is watched.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let input = Readiness(rawValue: EPOLLIN.rawValue)
        package static let output = Readiness(rawValue: EPOLLOUT.rawValue)
        /// The peer is gone, or the socket has an error: a read or a write will tell which.
        package static let failure = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)

        // Set algebra is generic code of the standard library, and a call into it for every event shows in a profile.
        package var mayRead: Bool { rawValue & (Readiness.input.rawValue | Readiness.failure.rawValue) != 0 }
        package var mayWrite: Bool { rawValue & Readiness.output.rawValue != 0 }
    }

    /// Readable when a watched descriptor is ready.
    package let descriptor: Int32
    private let events: UnsafeMutablePointer<epoll_event>
    private let capacity: Int32

    /// Events a turn takes at most, so that the mailbox and the timers get their turn under any load.
    package init(eventsPerTurn: Int32) throws(SystemError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        if descriptor < 0 { throw SystemError("epoll_create1") }
        capacity = eventsPerTurn
        events = .allocate(capacity: Int(eventsPerTurn))
    }

    deinit {
        events.deallocate()
        _ = close(descriptor)
    }

    package func add(_ watched: Int32, _ readiness: Readiness, token: UInt64) throws(SystemError) {
        if martlet_epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, readiness.rawValue, token) < 0 {
            throw SystemError("epoll_ctl")
        }
    }

    package func change(_ watched: Int32, _ readiness: Readiness, token: UInt64) {
        let done = martlet_epoll_ctl(descriptor, EPOLL_CTL_MOD, watched, readiness.rawValue, token)
        precondition(done == 0, "epoll does not watch descriptor \(watched): errno \(martlet_errno())")
    }

    package func remove(_ watched: Int32) {
        let done = martlet_epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, 0, 0)
        precondition(done == 0, "epoll does not watch descriptor \(watched): errno \(martlet_errno())")
    }

    /// For a descriptor that others open and close: has it watched for this from now on. False: that is not possible.
    package func set(_ watched: Int32, _ readiness: Readiness, token: UInt64) -> Bool {
        [EPOLL_CTL_MOD, EPOLL_CTL_ADD].contains { operation in
            martlet_epoll_ctl(descriptor, operation, watched, readiness.rawValue, token) == 0
        }
    }

    /// The same: a descriptor that was closed is not watched anyway.
    package func forget(_ watched: Int32) {
        _ = martlet_epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, 0, 0)
    }

    /// Waits up to `timeout` milliseconds (-1: for ever) and returns how many events there are.
    package func wait(timeout: Int32) -> Int {
        let count = epoll_wait(descriptor, events, capacity, timeout)
        if count >= 0 { return Int(count) }
        let code = martlet_errno()
        precondition(code == EINTR, "epoll_wait failed: errno \(code)")
        return 0
    }

    package func event(_ index: Int) -> (token: UInt64, readiness: Readiness) {
        (martlet_epoll_data(events + index), Readiness(rawValue: martlet_epoll_events(events + index)))
    }
}
