package enum HTTPEvent: Sendable {
    /// A whole request. The caller judges the rest of the input: the next request, or WebSocket frames.
    case request(HTTPRequest)
    /// A request without its body, which the caller may still refuse: it is long, or the client waits for `100 Continue`
    /// before it sends it. The whole request comes later.
    case awaitsBody(HTTPRequest, isLong: Bool, expectsContinue: Bool)
    /// A request whose body the caller takes from the input by itself (`HTTPLimits.streamed`).
    case streams(HTTPRequest, StreamedBody, expectsContinue: Bool)
}

package enum StreamedBody: Equatable, Sendable {
    /// Of so many bytes.
    case sized(Int)
    /// In chunks (see `HTTPChunks`), with up to so many bytes together.
    case chunked(limit: Int)
}

/// Reads requests from bytes as they come, one after the other. Between requests it holds no memory.
package struct HTTPRequestReader: ~Copyable {
    private var unfinished: Unfinished?

    package init() {}

    /// Whether the last request is complete and none has begun.
    package var isIdle: Bool { unfinished == nil }

    /// The memory that the unfinished request takes.
    package var allocated: Int { unfinished?.allocated ?? 0 }

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
            keep(try pass.advance(state), pass.allocated)
        } catch {
            keep(.refused(error), 0)
            throw error
        }
        input = pass.input
        return pass.event
    }

    private mutating func keep(_ state: consuming State, _ allocated: Int) {
        switch consume state {
        case .idle:
            unfinished = nil
        case let state:
            if let unfinished { unfinished.state = state } else { unfinished = Unfinished(state) }
            unfinished?.allocated = allocated
        }
    }
}

private final class Unfinished {
    var state: State
    /// The memory of what has come.
    var allocated = 0

    init(_ state: consuming State) { self.state = state }
}

private enum State: ~Copyable {
    case idle
    case head(HTTPRequestLine?, HTTPHeadReader)
    case sized(HTTPRequestHead, HTTPSizedReader)
    case chunked(HTTPRequestHead, HTTPChunkReader)
    case refused(HTTPRefusal)
}

/// One walk through the states, as far as the input goes or to the first event.
private struct Pass {
    var input: UnsafeRawBufferPointer
    let limits: HTTPLimits
    var event: HTTPEvent?
    /// The memory of what is unfinished behind it.
    var allocated = 0

    mutating func advance(_ state: consuming State) throws(HTTPRefusal) -> State {
        switch consume state {
        case .idle: input.isEmpty ? .idle : try head(nil, HTTPHeadReader())
        case .head(let line, let reader): try head(line, reader)
        case .sized(let request, let body): sized(request, body)
        case .chunked(let request, let body): try chunked(request, body)
        case .refused(let refusal): throw refusal
        }
    }

    private mutating func head(
        _ line: HTTPRequestLine?, _ reader: consuming HTTPHeadReader
    ) throws(HTTPRefusal) -> State {
        var line = line
        let isWhole = try reader.read(&input, limits: limits) { (head, range) throws(HTTPRefusal) in
            // RFC 9112 §2.2: one empty line before a request is ignored.
            if range != 0..<0 { line = try HTTPRequestLine(head, range) }
            return line != nil
        }
        guard isWhole, let line else {
            allocated = reader.allocated
            return .head(line, reader)
        }
        let request = try HTTPRequestHead(line, reader.headers())
        let framing = try HTTPBodyFraming(request, limits: limits)
        let expectsContinue = try expectsContinue(request)
        if limits.streamed(of: request) != nil {
            return streams(request, framing, expectsContinue: expectsContinue)
        }
        switch framing {
        case .none: return complete(request, body: [])
        case .sized(let length):
            let isLong = length > limits.longBodyBytes
            if isLong || expectsContinue {
                announce(request, isLong: isLong, expectsContinue: expectsContinue)
                return .sized(request, HTTPSizedReader(length))
            }
            return sized(request, HTTPSizedReader(length))
        case .chunked:
            if expectsContinue {
                announce(request, isLong: false, expectsContinue: true)
                return .chunked(request, HTTPChunkReader())
            }
            return try chunked(request, HTTPChunkReader())
        }
    }

    private mutating func sized(_ request: consuming HTTPRequestHead, _ body: consuming HTTPSizedReader) -> State {
        guard body.read(&input) else {
            allocated = body.body.capacity
            return .sized(request, body)
        }
        return complete(request, body: body.body)
    }

    private mutating func chunked(
        _ request: consuming HTTPRequestHead, _ body: consuming HTTPChunkReader
    ) throws(HTTPRefusal) -> State {
        switch try body.read(&input, bodyBytes: limits.bodyBytes(of: request), limits: limits) {
        case .whole: return complete(request, body: body.body)
        case .needsMore: break
        case .becomesLong: announce(request, isLong: true, expectsContinue: false)
        }
        allocated = body.body.capacity
        return .chunked(request, body)
    }

    private mutating func streams(
        _ request: HTTPRequestHead, _ framing: HTTPBodyFraming, expectsContinue: Bool
    ) -> State {
        let body: StreamedBody =
            switch framing {
            case .none: .sized(0)
            case .sized(let length): .sized(length)
            case .chunked: .chunked(limit: limits.bodyBytes(of: request))
            }
        event = .streams(HTTPRequest(request, body: []), body, expectsContinue: expectsContinue)
        return .idle
    }

    private mutating func announce(_ request: HTTPRequestHead, isLong: Bool, expectsContinue: Bool) {
        event = .awaitsBody(HTTPRequest(request, body: []), isLong: isLong, expectsContinue: expectsContinue)
    }

    private mutating func complete(_ request: consuming HTTPRequestHead, body: [UInt8]) -> State {
        event = .request(HTTPRequest(request, body: body))
        return .idle
    }

    /// RFC 9110 §10.1.1: 417 for any other expectation; HTTP/1.0 cannot expect.
    private func expectsContinue(_ request: HTTPRequestHead) throws(HTTPRefusal) -> Bool {
        guard request.line.version == .http11, let expectation = request.headers.firstBytes(of: "expect") else {
            return false
        }
        guard expectation.equalsIgnoringCase("100-continue") else { throw .unknownExpectation }
        return true
    }
}
