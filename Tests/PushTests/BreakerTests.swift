import Domain
import Testing

@testable import Push

struct BreakerTests {
    private let options = {
        var options = ProviderClientOptions()
        options.failures = 3
        options.restMilliseconds = 1_000
        return options
    }()

    @Test func `so many failures in a row open it, and one success forgets them`() {
        var breaker = Breaker()
        for _ in 0..<2 { breaker.failed(options, at: 0) }
        breaker.succeeded()
        for _ in 0..<2 { breaker.failed(options, at: 0) }
        let before = breaker.admits(at: 0)
        breaker.failed(options, at: 0)
        let after = breaker.admits(at: 0)
        #expect(before && !after)
        #expect(breaker.reopens == 1_000)
    }

    @Test func `after its rest it admits one request, whose answer decides`() {
        var breaker = opened(at: 0)
        #expect(breaker.allowance(of: 50, at: 999) == 0)
        #expect(breaker.allowance(of: 50, at: 1_000) == 1)
        let attempts = (0..<3).map { _ in breaker.admits(at: 1_000) }
        #expect(attempts == [true, false, false])
        breaker.failed(options, at: 1_500)
        #expect(breaker.reopens == 2_500)
        let again = breaker.admits(at: 2_500)
        breaker.succeeded()
        #expect(again && breaker.allowance(of: 50, at: 2_500) == 50)
    }

    @Test func `failures of requests from before it opened do not prolong its rest`() {
        var breaker = opened(at: 0)
        breaker.failed(options, at: 900)
        #expect(breaker.reopens == 1_000)
    }

    @Test func `a place that fails does not concern the others`() {
        var breakers = Breakers(options)
        for _ in 0..<3 { breakers.failed("https://ill", at: 0) }
        let admitted = ["https://ill", "https://well"].map { breakers.admits($0, at: 0) }
        #expect(admitted == [false, true])
    }

    private func opened(at now: Milliseconds) -> Breaker {
        var breaker = Breaker()
        for _ in 0..<3 { breaker.failed(options, at: now) }
        return breaker
    }
}
