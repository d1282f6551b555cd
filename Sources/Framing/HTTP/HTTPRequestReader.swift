package enum HTTPEvent: Sendable {
    /// A whole request. What follows in the input is the caller's to judge: the next request, or WebSocket frames.
    case request(HTTPRequest)
    /// The client waits for `100 Continue` before it sends the body.
    case expectsContinue
}

/// Reads requests from bytes as they come, one after the other. Between requests it holds no memory.
package struct HTTPRequestReader: ~Copyable {
    private var state: State

    package init() { state = .idle }

    /// Whether the last request is complete and none has begun.
    package var isIdle: Bool {
        switch state {
        case .idle: true
        default: false
        }
    }

    /// Takes bytes from the front of `input` up to the next event; nil when it took all and needs more.
    ///
    /// A refusal is final: every later call throws it again.
    package mutating func next(
        _ input: inout UnsafeRawBufferPointer, limits: HTTPLimits
    ) throws(HTTPRefusal) -> HTTPEvent? {
        var pass = Pass(input: input, limits: limits)
        var current = State.idle
        swap(&current, &state)
        do throws(HTTPRefusal) {
            state = try pass.advance(current)
        } catch {
            state = .refused(error)
            throw error
        }
        input = pass.input
        return pass.event
    }
}

private enum State: ~Copyable {
    case idle
    case startLine(HTTPHeadReader)
    case fields(HTTPRequestLine, HTTPHeadReader)
    case sized(HTTPRequest, remaining: Int)
    case chunked(HTTPRequest, HTTPChunkReader)
    case refused(HTTPRefusal)
}

/// One walk through the states, as far as the input goes or to the first event. The states' values are moved, so that
/// what was gathered so far is never copied.
private struct Pass {
    var input: UnsafeRawBufferPointer
    let limits: HTTPLimits
    var event: HTTPEvent?

    mutating func advance(_ state: consuming State) throws(HTTPRefusal) -> State {
        switch consume state {
        case .idle: input.isEmpty ? .idle : try startLine(HTTPHeadReader())
        case .startLine(let head): try startLine(head)
        case .fields(let line, let head): try fields(line, head)
        case .sized(let request, let remaining): sized(request, remaining)
        case .chunked(let request, let chunks): try chunked(request, chunks)
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
        let framing = try HTTPBodyFraming(request, limits: limits)
        if framing != .none, try expectsContinue(request) { event = .expectsContinue }
        switch (framing, event) {
        case (.none, _): return complete(request)
        case (.sized(let length), nil): return sized(request, length)
        case (.sized(let length), _): return .sized(request, remaining: length)
        case (.chunked, nil): return try chunked(request, HTTPChunkReader())
        case (.chunked, _): return .chunked(request, HTTPChunkReader())
        }
    }

    /// The body grows with what arrives, never with what was announced.
    private mutating func sized(_ request: consuming HTTPRequest, _ remaining: Int) -> State {
        let taken = min(remaining, input.count)
        if taken > 0 { request.body.append(contentsOf: input.take(taken)) }
        if taken < remaining { return .sized(request, remaining: remaining - taken) }
        return complete(request)
    }

    private mutating func chunked(
        _ request: consuming HTTPRequest, _ chunks: consuming HTTPChunkReader
    ) throws(HTTPRefusal) -> State {
        guard try chunks.read(&input, into: &request.body, limits: limits) else { return .chunked(request, chunks) }
        return complete(request)
    }

    private mutating func complete(_ request: HTTPRequest) -> State {
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
