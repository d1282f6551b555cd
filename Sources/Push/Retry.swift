/// When a push is worth another attempt.
struct Retry {
    let options: ProviderClientOptions

    /// Exponential with full jitter, so that what failed together does not come back together; and `after` what the
    /// provider wants, if it wants that.
    func milliseconds(attempt: Int, after wanted: Int, using random: inout some RandomNumberGenerator) -> Int {
        let doublings = min(attempt, 30)
        let longest = min(options.retryMilliseconds << doublings, options.longestRetryMilliseconds)
        return min(max(wanted, 0), longestRest) + Int.random(in: 1...longest, using: &random)
    }
}

/// A provider that asks for a longer pause is asked again after this time.
private let longestRest = 3_600_000
