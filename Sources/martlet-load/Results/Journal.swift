import Locking

/// When requests were acknowledged and connections lost, for whoever compares that with what was done to the gateways meanwhile.
/// Times are nanoseconds of the machine's monotonic clock.
final class Journal: Sendable {
    private struct Lines {
        var acknowledged: [(due: Int64, at: Int64)] = []
        var lost: [String] = []
    }

    private let lines = Lock(Lines())

    func acknowledged(due: Int64, at now: Int64) { lines.withLock { $0.acknowledged.append((due, now)) } }

    /// `gateway`: its number among the URLs.
    func lost(_ user: String, of gateway: Int, wasOpen: Bool, at now: Int64, reason: String) {
        let line = "\(wasOpen ? "lost" : "refused") \(now) \(gateway) \(user) \(reason)\n"
        lines.withLock { $0.lost.append(line) }
    }

    /// A line each: `acknowledged DUE TIME`, `lost TIME GATEWAY USER REASON`, and `refused …` of who was no session yet.
    var text: String {
        lines.withLock { lines in
            lines.acknowledged.map { "acknowledged \($0.due) \($0.at)\n" }.joined() + lines.lost.joined()
        }
    }
}
