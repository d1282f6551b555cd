/// Why a message cannot be read. The connection is out of step after it: answer with `response`, then close.
package enum HTTPRefusal: Error, Equatable, Sendable {
    case malformedRequestLine
    case unknownMethod
    case unsupportedVersion
    case malformedTarget
    case requestLineTooLong(limit: Int)

    case bareCarriageReturn
    case bareLineFeed
    case controlCharacter
    case foldedHeader
    case malformedHeader
    case headTooLarge(limit: Int)
    case tooManyHeaders(limit: Int)

    case missingHost
    case severalHosts
    case malformedHost
    case hostDiffersFromTarget

    case lengthWithTransferEncoding
    case malformedContentLength
    case malformedTransferEncoding
    case unsupportedTransferEncoding
    case unknownExpectation

    case malformedChunk
    case chunkExtensionsTooLong(limit: Int)
    case bodyTooLarge(limit: Int)

    package var status: HTTPStatus { answer.status }

    /// One sentence for the peer; it repeats nothing the peer sent.
    package var reason: String { answer.reason }

    package var response: HTTPResponse { HTTPResponse(status, text: reason) }

    private var answer: (status: HTTPStatus, reason: String) {
        switch self {
        case .malformedRequestLine:
            (.badRequest, "The request line is not 'METHOD target HTTP/1.1'.")
        case .unknownMethod:
            (.notImplemented, "The request method is not known.")
        case .unsupportedVersion:
            (.versionNotSupported, "Only HTTP/1.1 and HTTP/1.0 are supported.")
        case .malformedTarget:
            (.badRequest, "The request target is not a valid path, absolute http(s) URI, or '*' for OPTIONS.")
        case .requestLineTooLong(let limit):
            (.uriTooLong, "The request line is longer than \(limit) bytes.")
        case .bareCarriageReturn:
            (.badRequest, "A carriage return is not followed by a line feed.")
        case .bareLineFeed:
            (.badRequest, "A line feed does not follow a carriage return.")
        case .controlCharacter:
            (.badRequest, "The head contains a control character.")
        case .foldedHeader:
            (.badRequest, "A header line begins with white space; folded headers are not accepted.")
        case .malformedHeader:
            (.badRequest, "A header line is not 'name: value'.")
        case .headTooLarge(let limit):
            (.headerFieldsTooLarge, "The head is larger than \(limit) bytes.")
        case .tooManyHeaders(let limit):
            (.headerFieldsTooLarge, "There are more than \(limit) headers.")
        case .missingHost:
            (.badRequest, "The Host header is missing.")
        case .severalHosts:
            (.badRequest, "There is more than one Host header.")
        case .malformedHost:
            (.badRequest, "The Host header is not 'host' or 'host:port'.")
        case .hostDiffersFromTarget:
            (.badRequest, "The Host header differs from the host of the request target.")
        case .lengthWithTransferEncoding:
            (.badRequest, "Content-Length and Transfer-Encoding exclude each other.")
        case .malformedContentLength:
            (.badRequest, "Content-Length is not exactly one decimal number.")
        case .malformedTransferEncoding:
            (.badRequest, "Transfer-Encoding is not exactly 'chunked' in HTTP/1.1.")
        case .unsupportedTransferEncoding:
            (.notImplemented, "The only supported transfer coding is 'chunked'.")
        case .unknownExpectation:
            (.expectationFailed, "The only supported expectation is '100-continue'.")
        case .malformedChunk:
            (.badRequest, "The body's chunks are malformed.")
        case .chunkExtensionsTooLong(let limit):
            (.badRequest, "The body's chunk extensions are longer than \(limit) bytes.")
        case .bodyTooLarge(let limit):
            (.contentTooLarge, "The body is larger than \(limit) bytes.")
        }
    }
}
