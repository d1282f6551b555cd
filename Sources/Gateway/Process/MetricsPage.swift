import Bytes
import EventLoop
import Framing
import Locking
import Meters
import Settings
import Storage
import Telemetry
import Transport

/// The page of metrics, made on a thread of its own at most once in an interval, for all who wait for it.
///
/// Making it takes milliseconds: on a shard, whoever asks for it again and again would take the shard's time from everybody.
/// Nobody gets a page that is older than the question.
final class MetricsPage: Sendable {
    private struct State {
        /// By shard.
        var waiting: [[ConnectionID]]
        var isEnded = false

        var isWanted: Bool { waiting.contains { !$0.isEmpty } }
    }

    private let state: Monitor<State>
    private let thread = Lock<Thread?>(nil)

    init(shards: Int) {
        state = Monitor(State(waiting: Array(repeating: [], count: shards)))
    }

    /// The connection is answered later, by its shard.
    func ask(for connection: ConnectionID) {
        state.withLock { $0.waiting[Int(connection.shard)].append(connection) }
        state.wakeAll()
    }

    func start(_ context: GatewayContext) {
        let interval = Int64(context.configuration.metrics.intervalMilliseconds) * 1_000_000
        let thread = Thread.start(name: "metrics") { [self] in
            var next = Clock.monotonicNanoseconds
            while let waiting = wait(notBefore: next) {
                next = Clock.monotonicNanoseconds + interval
                let page = Self.make(context)
                for (mailbox, connections) in zip(context.node.mailboxes, waiting) where !connections.isEmpty {
                    mailbox.post { $0.pages.hand(page, to: connections[...]) }
                }
            }
        }
        self.thread.withLock { $0 = thread }
    }

    /// Returns when the thread has ended.
    func stop() {
        state.withLock { $0.isEnded = true }
        state.wakeAll()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    /// Those who have asked, from that moment on; nil: it is over.
    private func wait(notBefore moment: Int64) -> [[ConnectionID]]? {
        _ = state.wait { $0.isEnded || $0.isWanted ? true : nil }
        _ = state.wait(until: moment) { $0.isEnded ? true : nil }
        return state.withLock { state in
            guard !state.isEnded else { return nil }
            let waiting = state.waiting
            state.waiting = Array(repeating: [], count: waiting.count)
            return waiting
        }
    }

    private static func make(_ context: GatewayContext) -> HTTPResponse {
        var text = ByteBuffer()
        context.metrics.process.outboxBytes.set(context.node.budget.count)
        context.metrics.process.storePendingWrites.set(context.store.pendingWrites)
        context.metrics.process.storePendingReads.set(context.store.pendingReads)
        context.metrics.write(to: &text)
        return HTTPResponse(
            .ok, headers: [HTTPHeader("Content-Type", Metrics.contentType)], body: Array(text.bytes))
    }
}
