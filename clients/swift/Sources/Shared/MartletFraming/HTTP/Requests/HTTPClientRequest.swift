import MartletBytes

/// A request as a client sends it. A caller that takes a part of it from a user checks that part first; one that would break
/// the head is a bug here.
package struct HTTPClientRequest: Sendable {
    package let method: HTTPMethod
    package let target: String
    package let headers: [HTTPHeader]
    package let body: [UInt8]

    /// `host` is `name` or `name:port`.
    package init(
        _ method: HTTPMethod, _ target: String, host: String, headers: [HTTPHeader] = [], body: [UInt8] = []
    ) {
        precondition(Self.isTarget(target), "'\(target)' is no request target")
        precondition(HTTPAuthority(host.utf8) != nil, "'\(host)' is no host")
        self.method = method
        self.target = target
        self.headers = [HTTPHeader("Host", host)] + headers
        self.body = body
    }

    /// A path and perhaps a query, percent-encoded.
    package static func isTarget(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            text.first == UInt8(ascii: "/")
                && UnsafeRawBufferPointer(text).allSatisfyPercentEncoded(\.isPathOrQuery)
        }
    }

    package func encode(into buffer: inout ByteBuffer) {
        buffer.append(text: "\(method.rawValue) \(target) HTTP/1.1\r\n")
        for header in headers { header.encode(into: &buffer) }
        if !body.isEmpty { HTTPHeader("Content-Length", String(body.count)).encode(into: &buffer) }
        buffer.append("\r\n" as StaticString)
        body.withUnsafeBytes { buffer.append($0) }
    }
}
