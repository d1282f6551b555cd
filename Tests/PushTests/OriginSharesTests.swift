import Domain
import Testing

@testable import Push

struct OriginSharesTests {
    @Test func `a place that has not answered gets an eighth, and all such places together a quarter`() {
        var shares = OriginShares(requests: 16)
        #expect(begin("https://a", in: &shares) == 2)
        #expect(begin("https://b", in: &shares) == 2)
        #expect(begin("https://c", in: &shares) == 0)
        shares.ended("https://a")
        #expect(begin("https://c", in: &shares) == 1)
    }

    @Test func `a place gets as many as it has answered, up to a half, also while strangers have their part`() {
        var shares = OriginShares(requests: 16)
        #expect(begin("https://a", in: &shares) == 2)
        shares.answered("https://a", at: 0)
        #expect(begin("https://a", in: &shares) == 0)
        for _ in 0..<3 { shares.answered("https://a", at: 0) }
        #expect(begin("https://a", in: &shares) == 2)
        for _ in 0..<20 { shares.answered("https://a", at: 0) }
        #expect(begin("https://a", in: &shares) == 4)
        #expect(begin("https://b", in: &shares) == 2)
        #expect(begin("https://c", in: &shares) == 2)
        // It is a stranger again, with all that it has.
        shares.forget("https://a")
        shares.ended("https://b")
        #expect(begin("https://d", in: &shares) == 0)
        for _ in 0..<8 { shares.ended("https://a") }
        #expect(begin("https://d", in: &shares) == 1)
    }

    @Test func `of too many places that have answered the one that did so first is forgotten`() {
        var shares = OriginShares(requests: 16)
        for number in 0...1_000 { shares.answered("https://\(number)", at: Milliseconds(number)) }
        #expect(!shares.knows("https://0"))
        #expect(shares.knows("https://1") && shares.knows("https://1000"))
    }

    @Test func `each place gets one request at least`() {
        var shares = OriginShares(requests: 1)
        #expect(begin("https://a", in: &shares) == 1)
        shares.ended("https://a")
        shares.answered("https://a", at: 0)
        #expect(begin("https://a", in: &shares) == 1)
    }

    /// Begins as many as may be; returns how many these were.
    private func begin(_ origin: String, in shares: inout OriginShares) -> Int {
        var count = 0
        while shares.allows(origin) {
            shares.began(origin)
            count += 1
        }
        return count
    }
}
