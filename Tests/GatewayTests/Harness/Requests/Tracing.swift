import Client
import Framing
import JSON
import Security
import Testing

/// A trace as a client names it.
struct TraceName {
    let id = Self.hexadecimal(16)
    /// The client's own.
    let span = Self.hexadecimal(8)
    var isSampled = true
    var state: String?

    var parent: String { "00-\(id)-\(span)-\(isSampled ? "01" : "00")" }

    /// The header of a request that belongs to a span of this trace.
    func header(of span: CollectedSpan?) -> String? { span.map { "00-\(id)-\($0.span)-01" } }

    private static func hexadecimal(_ count: Int) -> String {
        Random.bytes(count).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}

extension ClientSession {
    /// A request that names a trace, at the session's door.
    func request(_ operation: String, _ data: String? = nil, in trace: TraceName) throws -> Reply {
        try request(operation, data, traceparent: trace.parent, tracestate: trace.state)
    }

    func request(
        _ operation: String, _ data: String? = nil, traceparent: String, tracestate: String? = nil
    ) throws -> Reply {
        if let api {
            let state = tracestate.map { [HTTPHeader("tracestate", $0)] } ?? []
            return try api.exchange(operation, data, headers: [HTTPHeader("traceparent", traceparent)] + state).reply
        }
        var json = JSONWriter()
        json.object { json in
            json.field("traceparent", traceparent)
            if let tracestate { json.field("tracestate", tracestate) }
        }
        return try request(operation, data, trace: json.text)
    }

    /// `trace`: a JSON text.
    func request(_ operation: String, _ data: String? = nil, trace: String) throws -> Reply {
        let id = UInt64.random(in: 1 << 32...1 << 40)
        let data = data.map { #", "data": \#($0)"# } ?? ""
        try connection.send(#"{"id": \#(id), "op": "\#(operation)", "trace": \#(trace)\#(data)}"#)
        return try reply(to: id)
    }
}
