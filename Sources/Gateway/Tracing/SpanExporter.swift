import Curl
import EventLoop
import Locking
import Meters
import Settings
import Telemetry

/// Takes the spans that are recorded anywhere, and brings them to the collector on a queue of its own. Nobody ever waits for it:
/// where the collector is too slow, spans are dropped and counted.
final class SpanExporter: Sendable {
    private struct Waiting {
        var spans: [Span] = []
        let dropped: Counter
    }

    private let waiting: Lock<Waiting>
    private let mostWaiting: Int
    private let collectorInForce: Lock<TraceCollector>
    private let configuration: Configuration
    private let metrics: ProcessMetrics
    private let log: Log
    private let worker = Lock<QueueWorker<ExportLoop>?>(nil)

    /// Nil: there is no collector.
    init?(_ configuration: Configuration, _ metrics: ProcessMetrics, _ log: Log) throws(ConfigurationError) {
        guard let collector = try TraceCollector(configuration.tracing) else { return nil }
        collectorInForce = Lock(collector)
        waiting = Lock(Waiting(dropped: metrics.spans[.dropped]))
        mostWaiting = configuration.tracing.pendingSpans
        self.configuration = configuration
        self.metrics = metrics
        self.log = log
    }

    func start() throws(SystemError) {
        let multi = try Multi(connectionsToOneHost: 1)
        let descriptor = multi.descriptor
        let worker = QueueWorker(
            "trace-exporter", ExportLoop(self, multi, configuration, metrics, log), watching: descriptor
        ) { $0.run() }
        self.worker.withLock { $0 = worker }
    }

    func stop() {
        let worker = worker.withLock { worker in
            defer { worker = nil }
            return worker
        }
        worker?.stop { $0.end() }
    }

    /// From any queue.
    func record(_ span: Span) {
        let wakes = waiting.withLock { waiting in
            guard waiting.spans.count < mostWaiting else {
                waiting.dropped.add()
                return false
            }
            waiting.spans.append(span)
            return waiting.spans.count == 1 || waiting.spans.count == ExportLoop.spansPerRequest
        }
        if wakes { worker.withLock { $0 }?.wake() }
    }

    // MARK: - For the queue

    var count: Int { waiting.withLock(\.spans.count) }

    func take(upTo most: Int) -> [Span] {
        waiting.withLock { waiting in
            let taken = Array(waiting.spans.prefix(most))
            waiting.spans.removeFirst(taken.count)
            return taken
        }
    }

    var collector: TraceCollector { collectorInForce.withLock { $0 } }

    /// If the file cannot be read, the former headers stay in force.
    func renewHeaders() throws(ConfigurationError) {
        guard let fresh = try TraceCollector(configuration.tracing) else { return }
        collectorInForce.withLock { $0 = fresh }
    }
}
