import CLinux
import EventLoop
import Glibc

/// Wakes a poller twice a millisecond, which epoll_wait(2) by itself cannot: an open loop is late by half of that at
/// most, and what it is late counts.
struct Ticker: ~Copyable {
    static let token = UInt64.max
    private let descriptor: Int32

    init(waking poller: inout Poller) throws(SystemError) {
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        if descriptor < 0 { throw SystemError("timerfd_create") }
        let interval = timespec(tv_sec: 0, tv_nsec: 500_000)
        var times = itimerspec(it_interval: interval, it_value: interval)
        if timerfd_settime(descriptor, 0, &times, nil) < 0 { throw SystemError("timerfd_settime") }
        // Edge-triggered, so that nobody has to read it.
        let readiness = Poller.Readiness(rawValue: EPOLLIN.rawValue | EPOLLET.rawValue)
        try poller.add(descriptor, readiness, token: Self.token)
    }

    deinit {
        _ = close(descriptor)
    }
}
