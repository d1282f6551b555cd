/// A whole request.
package struct HTTPRequest: Sendable {
    package let headers: HTTPHeaders
    package internal(set) var body: [UInt8] = []
    private let line: HTTPRequestLine

    /// Holds the head to what RFC 9112 §3.2 asks of the Host header.
    init(_ line: HTTPRequestLine, _ headers: HTTPHeaders) throws(HTTPRefusal) {
        self.line = line
        self.headers = headers
        guard headers.has("host") else {
            if line.version == .http10 && line.authority == nil { return }
            throw .missingHost
        }
        guard let host = headers.only("host") else { throw .severalHosts }
        guard let authority = HTTPAuthority(host) else { throw .malformedHost }
        // The RFC lets the target's host win. No client may send two, and one that does wants one of them checked and
        // the other used.
        if let target = line.authority, HTTPAuthority(headers.slice(target)) != authority {
            throw .hostDiffersFromTarget
        }
    }

    package var method: HTTPMethod { line.method }

    package var version: HTTPVersion { line.version }

    /// The path as it was sent, percent-encoded; `*` for a request about the server itself.
    package var path: String { line.path.isEmpty ? "/" : headers.text(line.path) }

    /// The part behind the `?` as it was sent, percent-encoded.
    package var query: String? { line.query.map(headers.text) }

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
