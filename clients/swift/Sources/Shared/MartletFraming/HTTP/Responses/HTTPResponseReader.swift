/// A response as a client received it.
package struct HTTPClientResponse: Sendable {
    package let status: UInt16
    package let headers: HTTPHeaders
    package internal(set) var body: [UInt8] = []

    package var keepAlive: Bool { !headers.list(of: "connection", contains: "close") }
}

/// Why a response cannot be read.
package enum HTTPResponseFault: Error, Equatable, Sendable {
    case malformedStatusLine
    /// The same syntax and limits as for requests.
    case message(HTTPRefusal)
    /// Neither Content-Length nor a status without a body; bodies up to the connection's end are not read here.
    case unknownLength
}

/// Reads HTTP/1.1 responses whose bodies have a length, and the heads of others: what Martlet sends, and no more than its
/// clients need.
package struct HTTPResponseReader: ~Copyable {
    private var state: State

    package init() { state = .idle }

    /// Takes bytes from the front of `input` up to the end of a response; nil when it took all and needs more. Frames
    /// follow a response 101. Interim responses come out like others.
    ///
    /// `toHead` says that the request was a HEAD. With `readsUntilEnd`, a response without a length comes out without its body,
    /// whose bytes follow it. A fault is final: every later call throws it again.
    package mutating func next(
        _ input: inout UnsafeRawBufferPointer, toHead: Bool = false, readsUntilEnd: Bool = false, limits: HTTPLimits
    ) throws(HTTPResponseFault) -> HTTPClientResponse? {
        var pass = Pass(input: input, toHead: toHead, readsUntilEnd: readsUntilEnd, limits: limits)
        var current = State.idle
        swap(&current, &state)
        do throws(HTTPResponseFault) {
            state = try pass.advance(current)
        } catch {
            state = .failed(error)
            throw error
        }
        input = pass.input
        return pass.response
    }
}

private enum State: ~Copyable {
    case idle
    case head(status: UInt16?, HTTPHeadReader)
    case body(HTTPClientResponse, HTTPSizedReader)
    case failed(HTTPResponseFault)
}

/// One walk through the states, as far as the input goes or to the end of a response.
private struct Pass {
    var input: UnsafeRawBufferPointer
    let toHead: Bool
    let readsUntilEnd: Bool
    let limits: HTTPLimits
    var response: HTTPClientResponse?

    mutating func advance(_ state: consuming State) throws(HTTPResponseFault) -> State {
        switch consume state {
        case .idle: return input.isEmpty ? .idle : try head(nil, HTTPHeadReader())
        case .head(let status, let reader): return try head(status, reader)
        case .body(let response, let reader): return body(response, reader)
        case .failed(let fault): throw fault
        }
    }

    private mutating func head(
        _ status: UInt16?, _ reader: consuming HTTPHeadReader
    ) throws(HTTPResponseFault) -> State {
        var status = status
        let length: Int?
        let response: HTTPClientResponse
        do throws(HTTPRefusal) {
            let isWhole = try reader.read(&input, limits: limits) { (head, line) throws(HTTPRefusal) in
                status = Self.status(head[line])
                if status == nil { throw .malformedRequestLine }
                return true
            }
            guard isWhole, let status else { return .head(status: status, reader) }
            response = HTTPClientResponse(status: status, headers: reader.headers())
            length = try self.length(of: response)
        } catch {
            // A response has no other line that could be one.
            throw error == .malformedRequestLine ? .malformedStatusLine : .message(error)
        }
        guard let length = length ?? (readsUntilEnd ? 0 : nil) else { throw .unknownLength }
        return body(response, HTTPSizedReader(length))
    }

    /// RFC 9112 §4: `HTTP/1.1 200 OK`; the phrase may be empty, the space before it may not be missing.
    private static func status(_ line: Slice<UnsafeRawBufferPointer>) -> UInt16? {
        let digits = line.dropFirst(9).prefix(3)
        guard line.starts(with: "HTTP/1.1 ".utf8), digits.count == 3, digits.allSatisfy(\.isDigit),
            line.dropFirst(12).first == UInt8(ascii: " ")
        else { return nil }
        let status = digits.reduce(0) { $0 * 10 + UInt16($1 - UInt8(ascii: "0")) }
        return (100..<600).contains(status) ? status : nil
    }

    /// RFC 9112 §6.3, without what the reader does not read.
    private func length(of response: HTTPClientResponse) throws(HTTPRefusal) -> Int? {
        guard !response.headers.has("transfer-encoding") else { throw .unsupportedTransferEncoding }
        if toHead || response.status < 200 || response.status == 204 || response.status == 304 { return 0 }
        return try HTTPBodyFraming.length(response.headers, limit: limits.bodyBytes)
    }

    private mutating func body(_ response: HTTPClientResponse, _ reader: consuming HTTPSizedReader) -> State {
        guard reader.read(&input) else { return .body(response, reader) }
        var response = response
        response.body = reader.body
        self.response = response
        return .idle
    }
}
