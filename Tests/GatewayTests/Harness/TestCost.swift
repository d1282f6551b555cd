import Glibc
import Locking
import Testing

/// What a test costs: the time from its start on a thread, which the log of all tests does not have, and the processor's time of
/// its thread and of the programs that it ran. `scripts/test` lists the dearest.
final class TestCost: Sendable {
    @TaskLocal static var current: TestCost?

    private static let file = getenv("TEST_COSTS").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

    private let begun = ContinuousClock.now
    private let threadBegun = TestCost.threadSeconds
    private let programs = Lock(0.0)

    func add(_ times: timeval...) {
        let seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        programs.withLock { $0 += seconds }
    }

    /// A line of the file: seconds, of the thread's processor, of the programs', and whose they are.
    func note(_ test: Test) {
        guard !test.isSuite else { return }
        let seconds = [
            (ContinuousClock.now - begun) / .seconds(1), Self.threadSeconds - threadBegun, programs.withLock { $0 },
        ]
        let numbers = seconds.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: " ")
        let line = Array("\(numbers) \(test.id)\n".utf8)
        if let file = Self.file { _ = write(file, line, line.count) }
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
