import Locking

/// How many requests of each admin key are under way in all shards.
final class KeyRequests: Sendable {
    private let limit: Int
    private let counts = Lock<[String: Int]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// False: there are as many as allowed.
    func begin(_ key: String) -> Bool {
        counts.withLock { counts in
            let count = counts[key, default: 0]
            if count >= limit { return false }
            counts[key] = count + 1
            return true
        }
    }

    func end(_ key: String) {
        counts.withLock { counts in
            let count = counts[key, default: 0]
            precondition(count > 0, "more requests of key \(key) have ended than began")
            counts[key] = count == 1 ? nil : count - 1
        }
    }
}
