import JSON

/// One message of a client: `{"id":1,"op":"session.list","data":{…}}`.
package struct RequestEnvelope {
    package let id: UInt64
    package let operation: JSONValue
    package let data: JSONValue?
    /// names the request, so that it can be repeated safely.
    package let key: String?
    /// The trace that the request belongs to; nil: none, or none that can be read.
    package let trace: TraceContext?

    /// Why a message is no request; the id, if it had one, so that the reply finds its caller.
    package struct Malformed: Error {
        package let id: UInt64?
        package let refusal: Refusal
    }

    package init(_ bytes: UnsafeRawBufferPointer, document: JSONDocument) throws(Malformed) {
        let root: JSONValue
        do {
            root = try document.parse(bytes)
        } catch {
            throw Malformed(id: nil, refusal: Refusal(.badRequest, "the message is not JSON: \(error)"))
        }
        let id = root["id"]?.uint64
        func malformed(_ problem: String, _ key: String? = nil) -> Malformed {
            Malformed(id: id, refusal: Refusal(.badRequest, problem, keys: key.map { [$0] } ?? []))
        }
        guard root.kind == .object else { throw malformed("the message is not an object") }
        guard let id else { throw malformed("id must be an unsigned integer", "id") }
        guard let operation = root["op"], operation.kind == .string else {
            throw malformed("op must be a string", "op")
        }
        let data = root["data"]
        if let data, !data.isNull, data.kind != .object { throw malformed("data must be an object", "data") }
        let key = root["key"]
        if let key, !key.isNull, !(1...64).contains(key.stringBytes?.count ?? 0) {
            throw malformed("key must be a string of 1 to 64 bytes", "key")
        }
        // Hardly any message has more members than these.
        let others = root.count - 2 - (data == nil ? 0 : 1) - (key == nil ? 0 : 1)
        let trace = others == 0 ? nil : root["trace"]
        self.trace = trace.flatMap(TraceContext.init)
        self.key = key?.string
        self.id = id
        self.operation = operation
        self.data = data
    }
}

extension TraceContext {
    /// Reads the object that tracing libraries write into a carrier: `{"traceparent":"…","tracestate":"…"}`.
    fileprivate init?(_ carrier: JSONValue) {
        guard carrier.kind == .object, let traceparent = carrier["traceparent"]?.stringBytes else { return nil }
        self.init(traceparent: traceparent, tracestate: carrier["tracestate"]?.stringBytes)
    }
}
