import CLinux
import Glibc

/// The two clocks of the server, in milliseconds.
package enum Clock {
    /// Never goes back; starts anywhere. Deadlines are in it.
    package static var monotonic: Int64 { martlet_monotonic_nanoseconds() / 1_000_000 }

    package static var monotonicNanoseconds: Int64 { martlet_monotonic_nanoseconds() }

    /// The processor time that this thread has used.
    package static var threadNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Has the caller wait: for tools and tests, where nothing else wants the thread.
    package static func sleep(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        nanosleep(&time, nil)
    }

    /// Since 1970, as clients and tokens have it.
    package static var wall: Int64 { martlet_wall_microseconds() / 1_000 }

    package static var wallMicroseconds: Int64 { martlet_wall_microseconds() }
}
