import Locking
import Routing

/// The requests of each admin key, or the streams of each user or guests' address, in all shards: how many are under way, and how
/// fast they come.
final class KeyRequests: Sendable {
    private let limit: Int
    private let counts = Lock<[String: Int]>([:])
    /// There are no more names than have ever been in the file of keys.
    private let meters = Lock<[String: SharedRateMeter]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    func meter(of key: String) -> SharedRateMeter {
        meters.withLock { meters in
            if let meter = meters[key] { return meter }
            let meter = SharedRateMeter()
            meters[key] = meter
            return meter
        }
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
