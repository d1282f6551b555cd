/// Where a request's body ends (RFC 9112 §6.3), decided in the one way that no proxy can read differently.
enum HTTPBodyFraming: Equatable {
    case none
    case sized(Int)
    case chunked

    init(_ request: HTTPRequestHead, limits: HTTPLimits) throws(HTTPRefusal) {
        let headers = request.headers
        if headers.has("transfer-encoding") {
            guard !headers.has("content-length") else { throw .lengthWithTransferEncoding }
            try Self.checkEncodings(headers.values(of: "transfer-encoding"), version: request.line.version)
            self = .chunked
        } else if headers.has("content-length"),
            let length = try Self.length(headers, limit: limits.bodyBytes(of: request)), length > 0
        {
            self = .sized(length)
        } else {
            self = .none
        }
    }

    /// RFC 9110 §8.6: digits, once. Equal values in a list could be folded into one; nobody honest sends them. Nil: there is no
    /// length.
    static func length(_ headers: HTTPHeaders, limit: Int) throws(HTTPRefusal) -> Int? {
        guard let digits = headers.firstBytes(of: "content-length") else { return nil }
        guard !headers.hasSeveral("content-length"), !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
            throw .malformedContentLength
        }
        var length = 0
        for digit in digits {
            length = length * 10 + Int(digit - UInt8(ascii: "0"))
            guard length <= limit else { throw .bodyTooLarge(limit: limit) }
        }
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
