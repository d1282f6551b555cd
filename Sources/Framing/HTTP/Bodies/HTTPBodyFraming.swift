/// Where a request's body ends (RFC 9112 §6.3), decided in the one way that no proxy can read differently.
enum HTTPBodyFraming: Equatable {
    case none
    case sized(Int)
    case chunked

    init(_ request: HTTPRequest, limits: HTTPLimits) throws(HTTPRefusal) {
        let lengths = Array(request.headers.values(of: "content-length"))
        let encodings = Array(request.headers.values(of: "transfer-encoding"))
        guard lengths.isEmpty || encodings.isEmpty else { throw .lengthWithTransferEncoding }
        if !encodings.isEmpty {
            try Self.checkEncodings(encodings, version: request.version)
            self = .chunked
        } else if !lengths.isEmpty {
            let length = try Self.length(lengths, limit: limits.bodyBytes)
            self = length == 0 ? .none : .sized(length)
        } else {
            self = .none
        }
    }

    /// RFC 9110 §8.6: digits, once. Equal values in a list could be folded into one; nobody honest sends them.
    static func length(_ values: [ArraySlice<UInt8>], limit: Int) throws(HTTPRefusal) -> Int {
        guard values.count == 1, !values[0].isEmpty, values[0].allSatisfy(\.isDigit) else {
            throw .malformedContentLength
        }
        let length = Int(String(decoding: values[0], as: UTF8.self))
        guard let length, length <= limit else { throw .bodyTooLarge(limit: limit) }
        return length
    }

    private static func checkEncodings(_ values: [ArraySlice<UInt8>], version: HTTPVersion) throws(HTTPRefusal) {
        guard version == .http11 else { throw .malformedTransferEncoding }
        if values.count == 1, values[0].equalsIgnoringCase("chunked") { return }
        // RFC 9112 §6.1 and §6.3: 501 for a coding below `chunked` that is not known, 400 if the end is not `chunked`.
        let codings = values.flatMap {
            $0.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmingWhitespace)
        }
        let isChunkedLast = codings.firstIndex { $0.equalsIgnoringCase("chunked") } == codings.count - 1
        guard isChunkedLast, codings.allSatisfy({ !$0.isEmpty }) else { throw .malformedTransferEncoding }
        throw .unsupportedTransferEncoding
    }
}
