import CLinux

/// The two clocks of the server, in milliseconds.
package enum Clock {
    /// Never goes back; starts anywhere. Deadlines are in it.
    package static var monotonic: Int64 { martlet_monotonic_nanoseconds() / 1_000_000 }

    package static var monotonicNanoseconds: Int64 { martlet_monotonic_nanoseconds() }

    /// Since 1970, as clients and tokens have it.
    package static var wall: Int64 { martlet_wall_microseconds() / 1_000 }

    package static var wallMicroseconds: Int64 { martlet_wall_microseconds() }
}
