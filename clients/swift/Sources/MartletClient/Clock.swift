#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system's clocks.
struct Clock {
    /// By so many milliseconds the wall's clock is taken as ahead.
    let ahead: Int

    var now: Moment {
        #if canImport(Darwin)
        // It goes on while the device sleeps.
        let elapsed = milliseconds(CLOCK_MONOTONIC_RAW)
        #else
        let elapsed = milliseconds(CLOCK_BOOTTIME)
        #endif
        return Moment(wall: milliseconds(CLOCK_REALTIME) + ahead, elapsed: elapsed)
    }

    private func milliseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        let result = clock_gettime(clock, &time)
        precondition(result == 0, "the system has no clock \(clock)")
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
