import Bytes
import EventLoop
import Framing
import Locking
import Meters
import Settings
import Storage
import Telemetry
import Transport

/// The page of metrics, made on a queue of its own at most once in an interval, for all who wait for it.
///
/// Making it takes milliseconds: on a shard, a client that asks again and again would take the shard's time from everybody.
/// Nobody gets a page that is older than the question.
final class MetricsPage: Sendable {
    private struct State {
        /// By shard.
        var waiting: [[ConnectionID]]
        /// When a page may be made again, in monotonic nanoseconds.
        var next: Int64 = 0
        var worker: QueueWorker<GatewayContext>?

        var isWanted: Bool { waiting.contains { !$0.isEmpty } }
    }

    private let state: Lock<State>

    init(shards: Int) {
        state = Lock(State(waiting: Array(repeating: [], count: shards)))
    }

    /// The connection is answered later, by its shard.
    func ask(for connection: ConnectionID) {
        let worker = state.withLock { state in
            state.waiting[Int(connection.shard)].append(connection)
            return state.worker
        }
        worker?.wake()
    }

    func start(_ context: GatewayContext) {
        let worker = QueueWorker("metrics", context) { self.run($0) }
        state.withLock { $0.worker = worker }
    }

    /// Returns when nothing is made any more.
    func stop() {
        let worker = state.withLock { state in
            defer { state.worker = nil }
            return state.worker
        }
        worker?.stop()
    }

    /// Returns when there will be a page for those who wait, if it is too early now.
    private func run(_ context: GatewayContext) -> Int64? {
        let now = Clock.monotonicNanoseconds
        let interval = Int64(context.configuration.metrics.intervalMilliseconds) * 1_000_000
        let (waiting, next): ([[ConnectionID]], Int64?) = state.withLock { state in
            guard state.isWanted else { return ([], nil) }
            guard now >= state.next else { return ([], state.next) }
            state.next = now + interval
            defer { state.waiting = Array(repeating: [], count: state.waiting.count) }
            return (state.waiting, nil)
        }
        if waiting.isEmpty { return next }
        let page = Self.make(context)
        for (mailbox, connections) in zip(context.node.mailboxes, waiting) where !connections.isEmpty {
            mailbox.post { $0.pages.hand(page, to: connections[...]) }
        }
        return nil
    }

    private static func make(_ context: GatewayContext) -> HTTPResponse {
        var text = ByteBuffer()
        context.metrics.process.outboxBytes.set(context.node.budget.count)
        context.metrics.process.inputBytes.set(context.node.inputBudget.count)
        context.metrics.process.storePendingWrites.set(context.store.pendingWrites)
        context.metrics.process.storePendingReads.set(context.store.pendingReads)
        context.media?.measure()
        let ends = context.requests.keys.certificates.map(\.ends).min()
        context.metrics.process.certificateEnds.set(Int(ends ?? 0))
        if let cluster = context.cluster, let metrics = context.metrics.cluster { cluster.measure(into: metrics) }
        context.metrics.write(to: &text)
        return HTTPResponse(
            .ok, headers: [HTTPHeader("Content-Type", Metrics.contentType)], body: Array(text.bytes))
    }
}
