import Curl
import EventLoop
import JSON
import Meters
import Settings
import Telemetry

/// The work of the exporter's queue: requests with many spans, one after the other (OTLP/HTTP, in JSON).
final class ExportLoop {
    private struct Batch {
        let body: [UInt8]
        let count: Int
        var attempts = 0
    }

    static let spansPerRequest = 512

    private unowned let exporter: SpanExporter
    private let transfers: Transfers<Batch>
    private let encoding: SpanEncoding
    private let metrics: ProcessMetrics
    private let log: Log
    private let document = JSONDocument()
    /// When spans that are few are sent, in monotonic nanoseconds; nil: there are none.
    private var due: Int64?
    /// The collector could not take it, and may later.
    private var postponed: (batch: Batch, until: Int64)?
    private var isFailing = false

    init(
        _ exporter: SpanExporter, _ multi: Multi, _ configuration: Configuration, _ metrics: ProcessMetrics, _ log: Log
    ) {
        self.exporter = exporter
        let tracing = configuration.tracing
        transfers = Transfers(
            multi,
            TransferOptions(
                connectMilliseconds: min(tracing.timeoutMilliseconds, 5_000),
                answerMilliseconds: tracing.timeoutMilliseconds, authorities: tracing.authorities))
        encoding = SpanEncoding(service: tracing.serviceName, node: configuration.cluster.node)
        self.metrics = metrics
        self.log = log
    }

    /// Does what can be done now. Returns when to go on though nothing has come, in monotonic nanoseconds.
    func run() -> Int64? {
        while true {
            let next = beginNext(at: Clock.monotonicNanoseconds)
            let ended = transfers.advance()
            if ended.isEmpty { return [next, transfers.deadline].compactMap(\.self).min() }
            for (batch, reply) in ended { finish(batch, reply) }
        }
    }

    /// One more try, without a pause; what the collector does not take in a moment is lost.
    func end() {
        let deadline = Clock.monotonicNanoseconds + lastMoment
        while Clock.monotonicNanoseconds < deadline, postponed == nil {
            if transfers.count == 0 {
                guard exporter.count > 0 else { return }
                begin(nextBatch())
            }
            for (batch, reply) in transfers.advance() { finish(batch, reply) }
            if transfers.count > 0 { transfers.wait(milliseconds: 50) }
        }
    }

    // MARK: - Sending

    /// Returns when to look again; nil: with the answer to what is under way, or when spans have come.
    private func beginNext(at now: Int64) -> Int64? {
        if transfers.count > 0 { return nil }
        if let (batch, until) = postponed {
            if now < until { return until }
            postponed = nil
            begin(batch)
            return nil
        }
        let count = exporter.count
        guard count > 0 else {
            due = nil
            return nil
        }
        let due = due ?? now + gathering
        guard count >= Self.spansPerRequest || now >= due else {
            self.due = due
            return due
        }
        self.due = nil
        begin(nextBatch())
        return nil
    }

    private func nextBatch() -> Batch {
        let spans = exporter.take(upTo: Self.spansPerRequest)
        return Batch(body: encoding.body(of: spans), count: spans.count)
    }

    private func begin(_ batch: Batch) {
        let collector = exporter.collector
        transfers.begin(
            TransferRequest(
                url: collector.url.url, origin: collector.url.origin,
                headers: ["Content-Type: application/json", "Expect:"] + collector.headers, body: batch.body),
            with: batch)
    }

    // MARK: - Answers

    private func finish(_ batch: Batch, _ reply: TransferReply) {
        switch reply.status {
        case 200..<300 where reply.failure.isEmpty:
            let refused = min(rejectedSpans(reply.body), batch.count)
            metrics.spans[.exported].add(batch.count - refused)
            if refused > 0 { metrics.spans[.failed].add(refused) }
            show(nil)
        // OTLP names those that may be tried again; a request without an answer is one of them.
        case 0, 200..<300, 429, 502, 503, 504: again(batch, reply)
        default: giveUp(batch, reply)
        }
    }

    private func again(_ batch: Batch, _ reply: TransferReply) {
        var batch = batch
        batch.attempts += 1
        guard batch.attempts < mostAttempts else { return giveUp(batch, reply) }
        show(reply.outcome)
        let pause = firstPause << Int64(batch.attempts - 1)
        let wanted = Int64(min(reply.retryAfterSeconds, longestPauseSeconds)) * 1_000_000_000
        let jitter = Int64.random(in: 0...pause / 4)
        postponed = (batch, until: Clock.monotonicNanoseconds + max(pause, wanted) + jitter)
    }

    private func giveUp(_ batch: Batch, _ reply: TransferReply) {
        metrics.spans[.failed].add(batch.count)
        show(reply.outcome)
    }

    /// A collector may take a part. That part is not sent again.
    private func rejectedSpans(_ body: [UInt8]) -> Int {
        guard let count = try? document.parse(body)["partialSuccess"]?["rejectedSpans"] else { return 0 }
        return Int(clamping: max(count.int64 ?? count.string.flatMap { Int64($0) } ?? 0, 0))
    }

    /// Nil: spans are taken.
    private func show(_ reason: String?) {
        guard (reason != nil) != isFailing else { return }
        isFailing = reason != nil
        let address = exporter.collector.url.origin
        if let reason {
            log.warning("spans are not taken", ["endpoint": address, "reason": reason])
        } else {
            log.info("spans are taken again", ["endpoint": address])
        }
    }
}

/// In nanoseconds.
private let gathering: Int64 = 1_000_000_000
private let firstPause: Int64 = 1_000_000_000
private let lastMoment: Int64 = 1_000_000_000
private let longestPauseSeconds = 60
/// Of one batch.
private let mostAttempts = 5
