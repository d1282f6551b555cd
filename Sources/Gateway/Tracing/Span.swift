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
    /// What went wrong, for people; nil: nothing.
    var failure: String?
}

/// What a span tells beside its name. No ids of users, messages or conversations are among it, and nothing that users write.
enum SpanAttribute: Sendable {
    case text(StaticString, String)
    case number(StaticString, Int)
}

/// A span that has led to this one, beside its parent.
struct SpanLink: Sendable {
    let trace: TraceID
    let span: SpanID
}
