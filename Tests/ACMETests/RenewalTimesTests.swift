import Testing

@testable import ACME

struct RenewalTimesTests {
    private let day: Int64 = 86_400

    @Test func `a certificate is due at two thirds of its life, or up to a thirtieth earlier`() {
        #expect(RenewalTimes.due(begins: 0, ends: 90 * day, chance: 0) == 60 * day)
        #expect(RenewalTimes.due(begins: 0, ends: 90 * day, chance: 1) == 57 * day)
        #expect(RenewalTimes.due(begins: 100, ends: 130, chance: 0) == 120)
        #expect(RenewalTimes.due(begins: 100, ends: 50, chance: 1) == 100)
    }

    @Test func `pauses double, up to six hours`() {
        let pauses = (1...12).map { RenewalTimes.pause(afterFailures: $0, first: 120, retryAfter: 0, chance: 0) }
        #expect(pauses == [120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 21_600, 21_600, 21_600, 21_600])
        #expect(RenewalTimes.pause(afterFailures: 1_000, first: 1, retryAfter: 0, chance: 0) == 21_600)
        #expect(RenewalTimes.pause(afterFailures: 1, first: 120, retryAfter: 0, chance: 1) == 150)
        // Who sets a longer one gets it.
        #expect(RenewalTimes.pause(afterFailures: 3, first: 86_400, retryAfter: 0, chance: 0) == 86_400)
    }

    @Test func `the server is never asked earlier than it wants`() {
        for chance in [0, 0.5, 1] {
            let pause = RenewalTimes.pause(afterFailures: 1, first: 120, retryAfter: 3_600, chance: chance)
            #expect((3_600...3_720).contains(pause))
        }
        #expect(RenewalTimes.pause(afterFailures: 9, first: 120, retryAfter: 60, chance: 0) == 21_600)
        #expect(RenewalTimes.pause(afterFailures: 1, first: 120, retryAfter: .max, chance: 1) == 8 * 86_400 + 120)
    }
}
