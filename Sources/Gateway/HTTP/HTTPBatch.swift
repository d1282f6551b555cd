import ClientProtocol
import Domain
import Framing
import JSON

/// Several calls in one request, carried out one after the other. It is not atomic: what was done stays done.
final class HTTPBatch {
    private let calls: HTTPCalls
    private let batch: [HTTPCall]
    private let stopsOnError: Bool
    private let mostBytes: Int
    private let finish: ([UInt8]) -> Void
    private var next = 0
    private var results = Array(#"{"results":["#.utf8)

    init(
        _ batch: [HTTPCall], stopsOnError: Bool, mostBytes: Int, by calls: HTTPCalls,
        _ finish: @escaping ([UInt8]) -> Void
    ) {
        self.batch = batch
        self.stopsOnError = stopsOnError
        self.mostBytes = mostBytes
        self.calls = calls
        self.finish = finish
    }

    func step() {
        guard next < batch.count else { return end() }
        let call = batch[next]
        next += 1
        guard results.count < mostBytes else {
            return note(.refusal(Refusal(.tooLarge, "the results of the calls before are too long; nothing was done")))
        }
        calls.run(call) { self.note($0) }
    }

    private func note(_ content: Reply.Content) {
        if next > 1 { results.append(UInt8(ascii: ",")) }
        switch content {
        case .ok(let result): results += HTTPExchange.body(result)
        case .refusal(let refusal), .fault(let refusal):
            var json = JSONWriter()
            json.object { $0.error(refusal) }
            results += json.bytes
            if stopsOnError { return end() }
        }
        step()
    }

    private func end() {
        results += Array("]}".utf8)
        finish(results)
    }
}

extension HTTPBatch {
    /// The calls that a body asks for.
    static func calls(
        in body: [UInt8], atMost most: Int, by caller: HTTPCaller, _ trace: TraceContext?
    ) throws(HTTPFailure) -> (calls: [HTTPCall], stopsOnError: Bool) {
        let root: JSONValue
        do {
            root = try JSONDocument().parse(body)
        } catch {
            throw HTTPFailure(Refusal(.badRequest, "the body is not JSON: \(error)"))
        }
        guard let elements = root["calls"]?.elements, (1...most).contains(elements.count) else {
            throw HTTPFailure(Refusal(.badRequest, "calls must be a list of 1 to \(most) calls", keys: ["calls"]))
        }
        let stops = root["stopOnError"]
        guard stops == nil || stops?.isNull == true || stops?.bool != nil else {
            throw HTTPFailure(Refusal(.badRequest, "stopOnError must be a boolean", keys: ["stopOnError"]))
        }
        var calls: [HTTPCall] = []
        for element in elements { calls.append(try call(element, by: caller, trace)) }
        // The batch has been charged as its first call.
        calls[0].cost = 0
        return (calls, stops?.bool ?? false)
    }

    private static func call(
        _ element: JSONValue, by caller: HTTPCaller, _ trace: TraceContext?
    ) throws(HTTPFailure) -> HTTPCall {
        guard element.kind == .object, let operation = element["op"]?.string else {
            throw HTTPFailure(Refusal(.badRequest, "each call must be an object with a string op", keys: ["op"]))
        }
        var data: [UInt8] = []
        if let value = element["data"], !value.isNull { data = Array(value.raw) }
        var key: String?
        if let value = element["key"], !value.isNull {
            guard let text = value.string, (1...64).contains(text.utf8.count) else {
                throw HTTPFailure(Refusal(.badRequest, "key must be a string of 1 to 64 bytes", keys: ["key"]))
            }
            key = text
        }
        return HTTPCall(
            operation: operation, data: data, key: key, caller: try self.caller(element["as"], caller), trace: trace)
    }

    private static func caller(_ user: JSONValue?, _ caller: HTTPCaller) throws(HTTPFailure) -> HTTPCaller {
        guard let user, !user.isNull else { return caller }
        guard case .key(let access, _) = caller else {
            throw HTTPFailure(Refusal(.forbidden, "only an admin key may act for a user", keys: ["as"]))
        }
        guard let id = user.string.flatMap(UserID.init) else {
            throw HTTPFailure(Refusal(.badIdentifier, keys: ["as"]))
        }
        return .key(access, user: id)
    }
}
