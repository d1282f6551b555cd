import MartletBytes

/// The methods that Martlet knows. CONNECT and TRACE are not among them, so the authority form of a target is never
/// valid here.
public enum HTTPMethod: String, CaseIterable, Sendable {
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

    /// `line` of the `head` is the line.
    init(_ head: UnsafeRawBufferPointer, _ line: Range<Int>) throws(HTTPRefusal) {
        let space = UInt8(ascii: " ")
        var first = line.lowerBound
        while first < line.upperBound, head[first].isToken { first += 1 }
        guard first > line.lowerBound, first < line.upperBound, head[first] == space else {
            throw .malformedRequestLine
        }
        var last = line.upperBound - 1
        while head[last] != space { last -= 1 }
        guard first < last else { throw .malformedRequestLine }
        version = try Self.version(UnsafeRawBufferPointer(rebasing: head[last + 1..<line.upperBound]))
        guard let method = HTTPMethod(bytes: head[line.lowerBound..<first]) else { throw .unknownMethod }
        self.method = method
        path = 0..<0
        try setTarget(head, first + 1..<last)
    }

    private static func version(_ text: UnsafeRawBufferPointer) throws(HTTPRefusal) -> HTTPVersion {
        if text.equals(http11.bytes) { return .http11 }
        if text.equals(http10.bytes) { return .http10 }
        guard text.count == 8, text.starts(with: "HTTP/".utf8), text[5].isDigit, text[6] == UInt8(ascii: "."),
            text[7].isDigit
        else { throw .malformedRequestLine }
        throw .unsupportedVersion
    }

    /// RFC 9112 §3.2: origin form, absolute form, or `*`. The target is a range of the `head`.
    private mutating func setTarget(_ head: UnsafeRawBufferPointer, _ target: Range<Int>) throws(HTTPRefusal) {
        let text = UnsafeRawBufferPointer(rebasing: head[target])
        if text.count == 1, text[0] == UInt8(ascii: "*") {
            guard method == .options else { throw .malformedTarget }
            path = Self.compact(target)
            return
        }
        var start = 0
        if text.first != UInt8(ascii: "/") {
            guard let startOfAuthority = Self.endOfScheme(text) else { throw .malformedTarget }
            start = min(
                text.index(of: UInt8(ascii: "/"), from: startOfAuthority),
                text.index(of: UInt8(ascii: "?"), from: startOfAuthority))
            authority = Self.compact(target.lowerBound + startOfAuthority..<target.lowerBound + start)
        }
        let rest = UnsafeRawBufferPointer(rebasing: text[start...])
        guard rest.allSatisfyPercentEncoded(\.isPathOrQuery) else { throw .malformedTarget }
        let mark = target.lowerBound + text.index(of: UInt8(ascii: "?"), from: start)
        path = Self.compact(target.lowerBound + start..<mark)
        if mark < target.upperBound { query = Self.compact(mark + 1..<target.upperBound) }
    }

    private static func endOfScheme(_ target: UnsafeRawBufferPointer) -> Int? {
        for scheme in ["http://", "https://"] where target.prefix(scheme.utf8.count).equalsIgnoringCase(scheme) {
            return scheme.utf8.count
        }
        return nil
    }

    private static func compact(_ range: Range<Int>) -> Range<UInt32> {
        UInt32(range.lowerBound)..<UInt32(range.upperBound)
    }
}

private let http11: StaticString = "HTTP/1.1"
private let http10: StaticString = "HTTP/1.0"

extension HTTPMethod {
    fileprivate init?(bytes: Slice<UnsafeRawBufferPointer>) {
        guard bytes.count <= 8 else { return nil }
        let name = word(bytes)
        guard let method = methods.first(where: { $0.word == name })?.method else { return nil }
        self = method
    }
}

private let methods = HTTPMethod.allCases.map { (word: word($0.rawValue.utf8), method: $0) }

/// The bytes of a name that has eight at most.
private func word(_ name: some Sequence<UInt8>) -> UInt64 {
    name.reduce(0) { $0 << 8 | UInt64($1) }
}
