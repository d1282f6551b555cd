import TestSupport
import Testing

@testable import Push

struct RetryTests {
    private var random = SeededRandom()
    private let retry = Retry(options: ProviderClientOptions())

    @Test(arguments: [(0, 1_000), (1, 2_000), (5, 32_000), (9, 512_000), (10, 600_000), (1_000, 600_000)])
    mutating func `the wait is anything up to twice the last one's bound`(attempt: Int, longest: Int) {
        let waits = (0..<2_000).map { _ in retry.milliseconds(attempt: attempt, after: 0, using: &random) }
        #expect(waits.allSatisfy { (1...longest).contains($0) }, "\(random)")
        #expect(waits.min()! < longest / 20 && waits.max()! > longest / 20 * 19, "\(random)")
    }

    @Test mutating func `a provider that names a time is not asked before`() {
        let wait = retry.milliseconds(attempt: 0, after: 30_000, using: &random)
        #expect((30_001...31_000).contains(wait))
        let bounded = retry.milliseconds(attempt: 0, after: .max, using: &random)
        #expect((3_600_001...3_601_000).contains(bounded))
    }
}
