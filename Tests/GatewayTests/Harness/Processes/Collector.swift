import JSON
import Locking
import Testing

/// A collector of spans: takes what a gateway sends by OTLP/HTTP in JSON.
final class Collector: Sendable {
    private let server: HookServer
    private let inForce: InForce

    private final class InForce: Sendable {
        let answer: Lock<HookServer.Answer>

        init(_ answer: HookServer.Answer) {
            self.answer = Lock(answer)
        }
    }

    init(_ answer: HookServer.Answer = .text("{}")) throws {
        let inForce = InForce(answer)
        self.inForce = inForce
        server = try HookServer { _ in inForce.answer.withLock { $0 } }
    }

    var url: String { "http://127.0.0.1:\(server.port)/v1/traces" }
    var settings: [String: String] { ["tracing.endpoint": "\"\(url)\""] }
    var requests: [HookServer.Ask] { server.asks }

    func answer(_ answer: HookServer.Answer) { inForce.answer.withLock { $0 = answer } }

    /// Nobody listens any more.
    func stop() { server.stop() }

    /// All spans that have come.
    func spans() throws -> [CollectedSpan] { try requests.flatMap { try CollectedSpan.all(in: $0.json) } }

    /// The spans of a trace, once there is one of each of these names.
    func spans(of trace: TraceName, with names: Set<String>) throws -> [String: CollectedSpan] {
        try until("the spans \(names.sorted())") {
            let spans = try spans().filter { $0.trace == trace.id }
            guard names.isSubset(of: spans.map(\.name)) else { return nil }
            return Dictionary(spans.map { ($0.name, $0) }) { first, _ in first }
        }
    }
}

/// A span as the collector got it.
struct CollectedSpan {
    let trace: String
    let span: String
    let parent: String?
    let state: String?
    let name: String
    let kind: Int
    /// Nanoseconds since 1970.
    let began: Int
    let ended: Int
    let attributes: [String: String]
    /// The spans that it is linked to, as `trace span`.
    let links: [String]
    let failure: String?
    /// What the gateway says of itself, and of its place in a cluster.
    let service: String
    let node: String?

    /// Those of an ExportTraceServiceRequest.
    static func all(in json: JSONValue) throws -> [CollectedSpan] {
        let resources = try #require(json["resourceSpans"]?.elements)
        return try resources.flatMap { resource in
            let attributes = try texts(resource["resource"]?["attributes"])
            let service = try #require(attributes["service.name"])
            return try #require(resource["scopeSpans"]?.elements).flatMap { scope in
                try #require(scope["spans"]?.elements).map {
                    try CollectedSpan($0, service, attributes["service.instance.id"])
                }
            }
        }
    }

    private init(_ json: JSONValue, _ service: String, _ node: String?) throws {
        self.service = service
        self.node = node
        trace = try #require(json["traceId"]?.string)
        span = try #require(json["spanId"]?.string)
        parent = json["parentSpanId"]?.string
        state = json["traceState"]?.string
        name = try #require(json["name"]?.string)
        kind = try #require(json["kind"]?.int)
        began = try #require(json["startTimeUnixNano"]?.string.flatMap { Int($0) })
        ended = try #require(json["endTimeUnixNano"]?.string.flatMap { Int($0) })
        attributes = try Self.texts(json["attributes"])
        links =
            try json["links"]?.elements?.map { link in
                let (trace, span) = (try #require(link["traceId"]?.string), try #require(link["spanId"]?.string))
                return "\(trace) \(span)"
            } ?? []
        let failed = json["status"]?["code"]?.int == 2
        failure = failed ? json["status"]?["message"]?.string : nil
    }

    private static func texts(_ attributes: JSONValue?) throws -> [String: String] {
        var texts: [String: String] = [:]
        for attribute in attributes?.elements.map(Array.init) ?? [] {
            let value = attribute["value"]
            texts[try #require(attribute["key"]?.string)] = value?["stringValue"]?.string ?? value?["intValue"]?.string
        }
        return texts
    }
}
