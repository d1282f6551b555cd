import ClientProtocol

/// A part of a trace that has ended, as it waits for the collector.
struct Span: Sendable {
    /// The numbers are OTLP's.
    enum Kind: Int, Sendable {
        case `internal` = 1
        case server = 2
        case client = 3
    }

    let trace: TraceID
    let span: SpanID
    /// Nil: the trace begins with it.
    let parent: SpanID?
    let state: String
    let name: String
    let kind: Kind
    /// Monotonic nanoseconds.
    let began: Int64
    let ended: Int64
    var attributes: [SpanAttribute] = []
    var links: [SpanLink] = []
    /// A text for people; nil: nothing went wrong.
    var failure: String?
}

/// A fact that a span tells beside its name: no id of a user, message or conversation, and nothing that users write.
enum SpanAttribute: Sendable {
    case text(StaticString, String)
    case number(StaticString, Int)
}

/// A span that has led to this one, beside its parent.
struct SpanLink: Sendable {
    let trace: TraceID
    let span: SpanID
}
