package enum HTTPEvent: Sendable {
    /// A whole request. What follows in the input is the caller's to judge: the next request, or WebSocket frames.
    case request(HTTPRequest)
    /// The client waits for `100 Continue` before it sends the body.
    case expectsContinue
}

/// Reads requests from bytes as they come, one after the other. Between requests it holds no memory.
package struct HTTPRequestReader: ~Copyable {
    private var unfinished: Unfinished?

    package init() {}

    /// Whether the last request is complete and none has begun.
    package var isIdle: Bool { unfinished == nil }

    /// Takes bytes from the front of `input` up to the next event; nil when it took all and needs more.
    ///
    /// A refusal is final: every later call throws it again.
    package mutating func next(
        _ input: inout UnsafeRawBufferPointer, limits: HTTPLimits
    ) throws(HTTPRefusal) -> HTTPEvent? {
        var pass = Pass(input: input, limits: limits)
        var state = State.idle
        if let unfinished { swap(&state, &unfinished.state) }
        do throws(HTTPRefusal) {
            keep(try pass.advance(state))
        } catch {
            keep(.refused(error))
            throw error
        }
        input = pass.input
        return pass.event
    }

    private mutating func keep(_ state: consuming State) {
        switch consume state {
        case .idle:
            unfinished = nil
        case let state:
            if let unfinished { unfinished.state = state } else { unfinished = Unfinished(state) }
        }
    }
}

private final class Unfinished {
    var state: State

    init(_ state: consuming State) { self.state = state }
}

private enum State: ~Copyable {
    case idle
    case startLine(HTTPHeadReader)
    case fields(HTTPRequestLine, HTTPHeadReader)
    case sized(HTTPRequest, HTTPSizedReader)
    case chunked(HTTPRequest, HTTPChunkReader)
    case refused(HTTPRefusal)
}

/// One walk through the states, as far as the input goes or to the first event.
private struct Pass {
    var input: UnsafeRawBufferPointer
    let limits: HTTPLimits
    var event: HTTPEvent?

    mutating func advance(_ state: consuming State) throws(HTTPRefusal) -> State {
        switch consume state {
        case .idle: input.isEmpty ? .idle : try startLine(HTTPHeadReader())
        case .startLine(let head): try startLine(head)
        case .fields(let line, let head): try fields(line, head)
        case .sized(let request, let body): sized(request, body)
        case .chunked(let request, let body): try chunked(request, body)
        case .refused(let refusal): throw refusal
        }
    }

    private mutating func startLine(_ head: consuming HTTPHeadReader) throws(HTTPRefusal) -> State {
        guard var line = try head.startLine(&input, limits: limits) else { return .startLine(head) }
        if line == 0..<0 {  // RFC 9112 §2.2: one empty line before a request is ignored.
            guard let second = try head.startLine(&input, limits: limits) else { return .startLine(head) }
            line = second
        }
        return try fields(HTTPRequestLine(head.bytes, line), head)
    }

    private mutating func fields(_ line: HTTPRequestLine, _ head: consuming HTTPHeadReader) throws(HTTPRefusal) -> State
    {
        guard try head.readFields(&input, limits: limits) else { return .fields(line, head) }
        let request = try HTTPRequest(line, head.headers())
        let framing = try HTTPBodyFraming(request, limits: limits.limits(of: request))
        if try expectsContinue(request), framing != .none { event = .expectsContinue }
        switch (framing, event) {
        case (.none, _): return complete(request, body: [])
        case (.sized(let length), nil): return sized(request, HTTPSizedReader(length))
        case (.sized(let length), _): return .sized(request, HTTPSizedReader(length))
        case (.chunked, nil): return try chunked(request, HTTPChunkReader())
        case (.chunked, _): return .chunked(request, HTTPChunkReader())
        }
    }

    private mutating func sized(_ request: HTTPRequest, _ body: consuming HTTPSizedReader) -> State {
        guard body.read(&input) else { return .sized(request, body) }
        return complete(request, body: body.body)
    }

    private mutating func chunked(
        _ request: HTTPRequest, _ body: consuming HTTPChunkReader
    ) throws(HTTPRefusal) -> State {
        guard try body.read(&input, limits: limits.limits(of: request)) else { return .chunked(request, body) }
        return complete(request, body: body.body)
    }

    private mutating func complete(_ request: HTTPRequest, body: [UInt8]) -> State {
        var request = request
        request.body = body
        event = .request(request)
        return .idle
    }

    /// RFC 9110 §10.1.1: 417 for any other expectation; HTTP/1.0 cannot expect.
    private func expectsContinue(_ request: HTTPRequest) throws(HTTPRefusal) -> Bool {
        guard request.version == .http11, let expectation = request.headers.first(of: "expect") else { return false }
        guard expectation.utf8.equalsIgnoringCase("100-continue") else { throw .unknownExpectation }
        return true
    }
}
