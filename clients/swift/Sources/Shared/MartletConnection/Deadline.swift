/// When patience ends. Every wait of the client has one.
package struct Deadline: Sendable {
    private let moment: ContinuousClock.Instant

    package static func after(_ patience: Duration) -> Deadline {
        Deadline(moment: .now + patience)
    }

    package var hasPassed: Bool { moment <= .now }

    /// For poll(2): rounded up, so that a wait of this long reaches the deadline.
    package var milliseconds: Int32 {
        let left = (moment - .now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1
        return Int32(clamping: max(left.seconds < 0 ? 0 : milliseconds, 0))
    }
}
