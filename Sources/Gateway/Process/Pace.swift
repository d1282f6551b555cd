import Domain

/// So many of something a second, dealt out at any moment.
struct Pace {
    let perSecond: Int
    /// On the monotonic clock.
    let start: Milliseconds
    private(set) var dealt = 0

    init(perSecond: Int, from start: Milliseconds) {
        self.perSecond = perSecond
        self.start = start
    }

    /// How many are due at `now` beside those dealt out before.
    mutating func deal(at now: Milliseconds) -> Int {
        let due = Int((now - start).rawValue) * perSecond / 1_000 - dealt
        dealt += due
        return due
    }

    /// Splits `due` among shards that hold `held` each, in proportion; what division leaves over goes to the first that can
    /// take it. Never more than `due` in all.
    static func shares(of due: Int, held: [Int]) -> [Int] {
        let total = held.reduce(0, +)
        guard total > 0 else { return held.map { _ in 0 } }
        var shares = held.map { min($0, due * $0 / total) }
        var left = min(due, total) - shares.reduce(0, +)
        for index in held.indices {
            let more = min(left, held[index] - shares[index])
            shares[index] += more
            left -= more
        }
        return shares
    }
}
