import Domain

/// The requests under way where each push names its own place. One place gets a part of them, and so do all together that have
/// not answered. Otherwise a few that accept connections and never answer would have them all.
struct OriginShares {
    private struct Acquaintance {
        /// Since it was last a stranger.
        var answers = 0
        var last: Milliseconds
    }

    private let requests: Int
    private var underWay: [String: Int] = [:]
    private var toStrangers = 0
    /// The places that have answered, and have not failed so often since that they were left alone.
    private var acquaintances: [String: Acquaintance] = [:]

    init(requests: Int) {
        self.requests = requests
    }

    func knows(_ origin: String) -> Bool { acquaintances[origin] != nil }

    /// Whether another request to it may begin. An origin that wants more places has to answer as many requests before.
    func allows(_ origin: String) -> Bool {
        let count = underWay[origin] ?? 0
        let few = max(requests / 8, 1)
        if let known = acquaintances[origin] { return count < max(few, min(known.answers, requests / 2)) }
        return count < few && toStrangers < max(requests / 4, 1)
    }

    mutating func began(_ origin: String) {
        underWay[origin, default: 0] += 1
        if !knows(origin) { toStrangers += 1 }
    }

    mutating func ended(_ origin: String) {
        let count = underWay[origin] ?? 0
        precondition(count > 0, "nothing is under way to \(origin)")
        underWay[origin] = count > 1 ? count - 1 : nil
        if !knows(origin) { toStrangers -= 1 }
    }

    mutating func answered(_ origin: String, at now: Milliseconds) {
        var known = acquaintances[origin] ?? Acquaintance(last: now)
        if known.answers == 0 { toStrangers -= underWay[origin] ?? 0 }
        known.answers += 1
        known.last = now
        acquaintances[origin] = known
        if acquaintances.count > mostKnown, let oldest = acquaintances.min(by: { $0.value.last < $1.value.last }) {
            forget(oldest.key)
        }
    }

    mutating func forget(_ origin: String) {
        guard acquaintances.removeValue(forKey: origin) != nil else { return }
        toStrangers += underWay[origin] ?? 0
    }
}

private let mostKnown = 1_000
