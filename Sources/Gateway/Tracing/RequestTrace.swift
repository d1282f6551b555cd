import ClientProtocol
import Domain
import EventLoop
import Meters
import Security
import Synchronization

/// The trace of a request under way. There is none for a request that belongs to no trace, so that those cost nothing.
final class RequestTrace: Sendable {
    /// The parent of the work's spans: the span of the request, or, if that is not recorded, the trace as it came.
    let context: TraceContext
    private let parent: SpanID?
    /// Nil: the span of the request is not recorded here.
    private let sender: TraceSender?
    /// Nil: nothing is recorded.
    private let exporter: SpanExporter?
    private let links: TraceLinks
    /// When the work was handed to a queue of the store, in monotonic nanoseconds.
    private let handedOver = Atomic<Int64>(0)

    private init(
        context: TraceContext, parent: SpanID?, sender: TraceSender?, exporter: SpanExporter?, links: TraceLinks
    ) {
        self.context = context
        self.parent = parent
        self.sender = sender
        self.exporter = exporter
        self.links = links
        handedOver.store(Clock.monotonicNanoseconds, ordering: .relaxed)
    }

    convenience init(passingOn context: TraceContext, _ links: TraceLinks) {
        self.init(context: context, parent: nil, sender: nil, exporter: nil, links: links)
    }

    /// The request's span is recorded here.
    convenience init(
        _ context: TraceContext, parent: SpanID?, _ sender: TraceSender, _ exporter: SpanExporter, _ links: TraceLinks
    ) {
        self.init(context: context, parent: parent, sender: sender, exporter: exporter, links: links)
    }

    /// The request's span is recorded at another node.
    convenience init(within context: TraceContext, _ exporter: SpanExporter, _ links: TraceLinks) {
        self.init(context: context, parent: nil, sender: nil, exporter: exporter, links: links)
    }

    /// The request has been replied to. `began`: monotonic nanoseconds.
    func end(_ operation: String, began: Int64, _ result: RequestResult, _ refusal: Refusal?) {
        guard let exporter, let sender else { return }
        var attributes: [SpanAttribute] = [
            .text("martlet.door", sender.door), .text("martlet.result", result.rawValue),
        ]
        if let refusal {
            attributes.append(.text("martlet.error", "\(refusal.code.system.rawValue) \(refusal.code.code)"))
        }
        exporter.record(
            Span(
                trace: context.trace, span: context.span, parent: parent, state: context.state, name: operation,
                kind: .server, began: began, ended: Clock.monotonicNanoseconds, attributes: attributes,
                failure: result == .failed ? refusal?.code.name ?? "" : nil))
    }

    // MARK: - In the store

    /// The work waits for its turn from now on.
    func handOver() {
        if exporter != nil { handedOver.store(Clock.monotonicNanoseconds, ordering: .relaxed) }
    }

    /// The work has waited, and was done on a queue of the store's. All in monotonic nanoseconds.
    func recordWork(_ name: String, began: Int64) {
        guard exporter != nil else { return }
        let ended = Clock.monotonicNanoseconds
        recordPart("store wait", from: min(handedOver.load(ordering: .relaxed), began), until: began)
        recordPart(name, from: began, until: ended)
    }

    private func recordPart(_ name: String, from began: Int64, until ended: Int64) {
        exporter?.record(
            Span(
                trace: context.trace, span: Random.span, parent: context.span, state: context.state, name: name,
                kind: .internal, began: began, ended: ended))
    }

    /// All stamps after the first, up to the second, are this request's.
    func link(after first: Stamp, through last: Stamp) {
        if last > first { links.add(TraceLinks.Link(after: first, through: last, trace: self)) }
    }

    /// All that was linked since that stamp, by any request, has not happened.
    func unlink(after stamp: Stamp) { links.remove(after: stamp) }

    // MARK: - Towards others

    /// A request to somebody else begins, which this one has led to.
    func begin() -> OutgoingSpan {
        OutgoingSpan(
            exporter, context: exporter == nil ? context : context.within(Random.span), parent: context.span)
    }
}

/// The span of a request to somebody else, from before it is sent until it has been answered.
struct OutgoingSpan: Sendable {
    private let exporter: SpanExporter?
    private let context: TraceContext
    private let parent: SpanID
    private let began: Int64
    /// Other requests have led to it as well.
    private var links: [SpanLink] = []

    fileprivate init(_ exporter: SpanExporter?, context: TraceContext, parent: SpanID) {
        self.exporter = exporter
        self.context = context
        self.parent = parent
        began = Clock.monotonicNanoseconds
    }

    /// For the head of the request, so that the spans of its receiver belong to this one.
    var headers: [String] { context.headers }

    mutating func link(to trace: RequestTrace) {
        if exporter == nil || links.count == mostLinks { return }
        links.append(SpanLink(trace: trace.context.trace, span: trace.context.span))
    }

    /// `failure`: in words for people; nil: there was none.
    func end(_ name: String, _ attributes: [SpanAttribute], failure: String?) {
        exporter?.record(
            Span(
                trace: context.trace, span: context.span, parent: parent, state: context.state, name: name,
                kind: .client, began: began, ended: Clock.monotonicNanoseconds, attributes: attributes, links: links,
                failure: failure))
    }
}

/// As many as collectors keep by themselves.
private let mostLinks = 128
