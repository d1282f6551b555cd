/// When to ask for a certificate, in seconds. `chance` is random, from 0 to 1: many gateways must not come together.
package enum RenewalTimes {
    /// At two thirds of its life, or up to a thirtieth of it earlier.
    package static func due(begins: Int64, ends: Int64, chance: Double) -> Int64 {
        let life = max(ends - begins, 0)
        return begins + life * 2 / 3 - Int64(Double(life) / 30 * chance)
    }

    /// After so many failures in a row: twice as long each time, and never earlier than the server wants.
    package static func pause(afterFailures failures: Int, first: Int, retryAfter: Int, chance: Double) -> Int {
        let doubled = min(first << min(max(failures - 1, 0), 20), max(first, longestPause))
        let own = doubled + Int(Double(doubled) / 4 * chance)
        return max(own, min(retryAfter, longestRetryAfter) + Int(Double(first) * chance))
    }
}

private let longestPause = 6 * 3_600
/// A server that asks for a longer wait than this is not believed.
private let longestRetryAfter = 8 * 86_400
