import Framing
import Meters
import Synchronization

/// What a shard counts of its connections. Written by the shard, read by the metrics.
package final class TransportMeters: Sendable {
    package let accepted = Counter()
    package let ended = Counter()
    package let refusedFull = Counter()
    package let refusedPending = Counter()
    package let refusedDescriptors = Counter()
    package let handshakesDone = Counter()
    package let handshakesFailed = Counter()
    package let upgrades = Counter()
    package let bytesIn = Counter()
    package let bytesOut = Counter()
    package let messagesIn = Counter()
    package let messagesOut = Counter()
    package let slowConsumers = Counter()
    package let writes = Counter()

    private let tallies = Mutex(Tallies())

    private struct Tallies {
        var closes: [CloseCode: Int] = [:]
        var responses: [Int: Int] = [:]
    }

    package init() {}

    /// Closed WebSocket connections by close code.
    package var closes: [CloseCode: Int] { tallies.withLock { $0.closes } }
    /// HTTP responses by status.
    package var responses: [Int: Int] { tallies.withLock { $0.responses } }

    func countClose(_ code: CloseCode) { tallies.withLock { $0.closes[code, default: 0] += 1 } }
    func countResponse(_ status: Int) { tallies.withLock { $0.responses[status, default: 0] += 1 } }
}
