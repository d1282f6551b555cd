import MartletBytes

/// The head of a request, held to what RFC 9112 §3.2 asks of the Host header.
struct HTTPRequestHead: Sendable {
    let line: HTTPRequestLine
    let headers: HTTPHeaders

    init(_ line: HTTPRequestLine, _ headers: HTTPHeaders) throws(HTTPRefusal) {
        self.line = line
        self.headers = headers
        guard let host = headers.firstBytes(of: "host") else {
            if line.version == .http10 && line.authority == nil { return }
            throw .missingHost
        }
        guard !headers.hasSeveral("host") else { throw .severalHosts }
        guard HTTPAuthority.isValid(host) else { throw .malformedHost }
        // The RFC lets the target's host win. No client may send two, and one that does wants one of them checked and
        // the other used.
        if let target = line.authority, HTTPAuthority(headers.slice(target)) != HTTPAuthority(host) {
            throw .hostDiffersFromTarget
        }
    }

    func hasPath(startingWith start: StaticString) -> Bool {
        headers.slice(line.path).starts(with: start.bytes)
    }

    func hasPath(_ path: String) -> Bool {
        line.path.count == path.utf8.count && headers.slice(line.path).elementsEqual(path.utf8)
    }
}

/// A whole request. A class, so that it costs little to hand on.
public final class HTTPRequest: Sendable {
    public let headers: HTTPHeaders
    public let body: [UInt8]
    private let line: HTTPRequestLine

    init(_ head: consuming HTTPRequestHead, body: [UInt8]) {
        headers = head.headers
        line = head.line
        self.body = body
    }

    public var method: HTTPMethod { line.method }

    package var version: HTTPVersion { line.version }

    /// The path as it was sent, percent-encoded; `*` for a request about the server itself.
    public var path: String { line.path.isEmpty ? "/" : headers.text(line.path) }

    /// The rest of the path, if it begins like that.
    package func path(behind prefix: StaticString) -> String? {
        let prefix = prefix.bytes
        return headers.slice(line.path).withUnsafeBytes { path in
            guard path.count >= prefix.count, UnsafeRawBufferPointer(rebasing: path[..<prefix.count]).equals(prefix)
            else { return nil }
            return String(decoding: path[prefix.count...], as: UTF8.self)
        }
    }

    /// The part behind the `?` as it was sent, percent-encoded.
    public var query: String? { line.query.map(headers.text) }

    /// The Host header; only HTTP/1.0 may lack it.
    package var authority: HTTPAuthority? { headers.only("host").flatMap { HTTPAuthority($0) } }

    /// Whether the client lets the connection live on behind the response (RFC 9112 §9.3).
    package var keepAlive: Bool {
        switch version {
        case .http11: !headers.list(of: "connection", contains: "close")
        case .http10:
            headers.list(of: "connection", contains: "keep-alive")
                && !headers.list(of: "connection", contains: "close")
        }
    }
}
