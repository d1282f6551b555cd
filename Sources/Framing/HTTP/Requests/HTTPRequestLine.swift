/// The methods that Martlet knows. CONNECT and TRACE are not among them, so the authority form of a target is never
/// valid here.
package enum HTTPMethod: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case query = "QUERY"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
}

package enum HTTPVersion: Sendable {
    case http10
    case http11
}

/// RFC 9112 §3: method, target and version with exactly one space between them.
struct HTTPRequestLine: Sendable {
    let method: HTTPMethod
    let version: HTTPVersion
    /// Empty for an absolute target without a path, which means `/`.
    private(set) var path: Range<UInt32>
    private(set) var query: Range<UInt32>?
    /// The authority of an absolute target.
    private(set) var authority: Range<UInt32>?

    init(_ bytes: [UInt8], _ line: Range<Int>) throws(HTTPRefusal) {
        let space = UInt8(ascii: " ")
        guard let first = bytes[line].firstIndex(of: space), let last = bytes[line].lastIndex(of: space), first < last,
            bytes[line.lowerBound..<first].isToken
        else { throw .malformedRequestLine }
        version = try Self.version(bytes[last + 1..<line.upperBound])
        guard let method = HTTPMethod(rawValue: String(decoding: bytes[line.lowerBound..<first], as: UTF8.self)) else {
            throw .unknownMethod
        }
        self.method = method
        path = 0..<0
        try setTarget(bytes[first + 1..<last])
    }

    private static func version(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPVersion {
        let first = text.startIndex
        guard text.count == 8, text.starts(with: "HTTP/".utf8), text[first + 5].isDigit,
            text[first + 6] == UInt8(ascii: "."), text[first + 7].isDigit
        else { throw .malformedRequestLine }
        switch (text[first + 5], text[first + 7]) {
        case (UInt8(ascii: "1"), UInt8(ascii: "1")): return .http11
        case (UInt8(ascii: "1"), UInt8(ascii: "0")): return .http10
        default: throw .unsupportedVersion
        }
    }

    /// RFC 9112 §3.2: origin form, absolute form, or `*`.
    private mutating func setTarget(_ target: ArraySlice<UInt8>) throws(HTTPRefusal) {
        if target.elementsEqual("*".utf8) {
            guard method == .options else { throw .malformedTarget }
            path = compact(target)
            return
        }
        var rest = target
        if target.first != UInt8(ascii: "/") {
            guard let start = Self.endOfScheme(target) else { throw .malformedTarget }
            let end = target[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            rest = target[(end ?? target.endIndex)...]
            authority = compact(target[start..<rest.startIndex])
        }
        guard rest.allSatisfyPercentEncoded(\.isPathOrQuery) else { throw .malformedTarget }
        guard let mark = rest.firstIndex(of: UInt8(ascii: "?")) else {
            path = compact(rest)
            return
        }
        path = compact(rest[..<mark])
        query = compact(rest[(mark + 1)...])
    }

    private static func endOfScheme(_ target: ArraySlice<UInt8>) -> Int? {
        for scheme in ["http://", "https://"] where target.prefix(scheme.utf8.count).equalsIgnoringCase(scheme) {
            return target.startIndex + scheme.utf8.count
        }
        return nil
    }

    private func compact(_ slice: ArraySlice<UInt8>) -> Range<UInt32> {
        UInt32(slice.startIndex)..<UInt32(slice.endIndex)
    }
}
