import ClientProtocol
import EventLoop
import Security
import Settings
import Synchronization
import Telemetry

/// The traces of requests (docs/operating.md): says which requests belong to one and which are recorded, and keeps the spans
/// until the collector has them. Where no collector is configured nothing is recorded, and traces that requests name are given
/// on.
final class Tracing: Sendable {
    /// Nil: nothing is recorded.
    private let exporter: SpanExporter?
    private let takesTracesOfUsers: Bool
    /// Of 2^64 requests that name no trace, so many begin one.
    private let share: UInt64
    private let seed: UInt64
    private let requests = Atomic<UInt64>(0)
    /// The traces of what was committed lately.
    let links = TraceLinks()

    init(_ configuration: Configuration, _ metrics: ProcessMetrics, _ log: Log) throws(ConfigurationError) {
        let tracing = configuration.tracing
        exporter = try SpanExporter(configuration, metrics, log)
        takesTracesOfUsers = tracing.users
        share = exporter == nil ? 0 : UInt64(tracing.sampleRatio * 0x1p64, clamped: ())
        seed = Random.number
    }

    /// Tells what is wrong with the settings and files.
    static func check(_ configuration: Configuration) throws(ConfigurationError) {
        _ = try TraceCollector(configuration.tracing)
    }

    /// Whether requests that name no trace may begin one.
    var beginsTraces: Bool { share > 0 }

    /// The trace of a request that has come. Nil: it belongs to none.
    func begin(_ named: TraceContext?, of sender: TraceSender) -> RequestTrace? {
        if let named, takesTracesOfUsers || sender.isBackend {
            guard named.isSampled, let exporter else { return RequestTrace(passingOn: named, links) }
            return RequestTrace(named.within(Random.span), parent: named.span, sender, exporter, links)
        }
        guard share > 0, isChosen else { return nil }
        let context = TraceContext(trace: Random.trace, span: Random.span, isSampled: true, state: "")
        return exporter.map { RequestTrace(context, parent: nil, sender, $0, links) }
    }

    /// On a cluster: the trace of a request that another node has taken, and records the span of.
    func resume(_ context: TraceContext) -> RequestTrace {
        guard context.isSampled, let exporter else { return RequestTrace(passingOn: context, links) }
        return RequestTrace(within: context, exporter, links)
    }

    /// Each request has a number that looks as if it were drawn; to ask the system for one would take longer.
    private var isChosen: Bool {
        if share == .max { return true }
        var number = seed &+ requests.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31 < share
    }

    func start() throws(SystemError) { try exporter?.start() }

    /// Spans that can be exported in a moment still are.
    func stop() { exporter?.stop() }

    /// If a file cannot be read, the former headers stay in force.
    func renewHeaders() throws(ConfigurationError) { try exporter?.renewHeaders() }
}

/// The sender of a request, and the door that it came in by.
enum TraceSender: Sendable {
    case webSocket(isBackend: Bool)
    case http(isBackend: Bool)

    fileprivate var isBackend: Bool {
        switch self {
        case .webSocket(let isBackend), .http(let isBackend): isBackend
        }
    }

    var door: String {
        switch self {
        case .webSocket: "websocket"
        case .http: "http"
        }
    }
}

extension Random {
    fileprivate static var number: UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

    static var span: SpanID {
        while true {
            if let span = SpanID(number) { return span }
        }
    }

    fileprivate static var trace: TraceID {
        while true {
            if let trace = TraceID(high: number, low: number) { return trace }
        }
    }
}

extension UInt64 {
    /// The greatest number if it would be greater.
    fileprivate init(_ number: Double, clamped: Void) {
        self = number >= 0x1p64 ? .max : UInt64(Swift.max(number, 0))
    }
}
