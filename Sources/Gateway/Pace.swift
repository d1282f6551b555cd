/// So many of something a second, dealt out at any moment.
struct Pace {
    let perSecond: Int
    /// On the monotonic clock, in milliseconds.
    let start: Int64
    private(set) var dealt = 0

    init(perSecond: Int, from start: Int64) {
        self.perSecond = perSecond
        self.start = start
    }

    /// How many are due at `now` beside those dealt out before.
    mutating func deal(at now: Int64) -> Int {
        let due = Int(now - start) * perSecond / 1_000 - dealt
        dealt += due
        return due
    }

    /// Splits `due` among shards that hold `held` each, in proportion and rounded up: a shard with anything left gets some.
    static func shares(of due: Int, held: [Int]) -> [Int] {
        let total = held.reduce(0, +)
        guard due > 0, total > 0 else { return held.map { _ in 0 } }
        return held.map { min($0, (due * $0 + total - 1) / total) }
    }
}
