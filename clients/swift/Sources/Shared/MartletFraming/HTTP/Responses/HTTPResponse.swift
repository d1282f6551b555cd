import MartletBytes

/// A header that goes out. Its text is ours or was checked before; a line break in it is a bug.
///
/// It is looked at once, when it is made: those that never change are constants of who sends them.
public struct HTTPHeader: Sendable {
    public let name: String
    public let value: String
    /// Written by the encoder alone.
    fileprivate let isFraming: Bool
    fileprivate let isUpgrade: Bool

    public init(_ name: String, _ value: String) {
        precondition(name.utf8.isToken, "'\(name)' is no header name")
        precondition(!value.utf8.contains(where: \.isControl), "the value of \(name) has a control character")
        self.name = name
        self.value = value
        isFraming = framingHeaders.contains { name.utf8.equalsIgnoringCase($0) }
        isUpgrade = name.utf8.equalsIgnoringCase("upgrade")
    }
}

/// The status line and the headers of a response, as they go out: those that never change are made once.
package struct HTTPResponseHead: Sendable {
    let status: HTTPStatus
    fileprivate let text: [UInt8]
    fileprivate let upgrades: Bool

    package init(_ status: HTTPStatus, headers: [HTTPHeader] = []) {
        for header in headers { precondition(!header.isFraming, "\(header.name) is written by the encoder") }
        var buffer = ByteBuffer()
        buffer.append("HTTP/1.1 ")
        buffer.append(text: String(status.rawValue))
        buffer.append(UInt8(ascii: " "))
        buffer.append(text: status.reasonPhrase)
        buffer.append("\r\n")
        for header in headers { header.encode(into: &buffer) }
        self.status = status
        text = Array(buffer.bytes)
        upgrades = headers.contains(where: \.isUpgrade)
    }

    /// RFC 9110 §7.8: a sender of Upgrade lists it here. An interim response decides nothing about the connection.
    fileprivate func connection(keepAlive: Bool) -> StaticString {
        switch (status.isInterim, upgrades, keepAlive) {
        case (true, true, _): "Connection: Upgrade\r\n"
        case (true, false, _): ""
        case (false, true, true): "Connection: Upgrade, keep-alive\r\n"
        case (false, true, false): "Connection: Upgrade, close\r\n"
        case (false, false, true): "Connection: keep-alive\r\n"
        case (false, false, false): "Connection: close\r\n"
        }
    }
}

/// A response that goes out. Its framing and what becomes of the connection are written by `encode`.
public struct HTTPResponse: Sendable {
    private let head: HTTPResponseHead
    package let body: [UInt8]
    /// Instead of `body`: one for all who ask. It leaves behind what `encode` writes.
    package let sharedBody: Payload?
    /// Instead of both: so many bytes that come behind it in pieces, or never, where the request was `HEAD`.
    package let laterBytes: Int?

    package init(_ head: HTTPResponseHead, body: [UInt8] = [], sharedBody: Payload? = nil) {
        let hasBody = !body.isEmpty || sharedBody != nil
        precondition(!hasBody || head.status.hasBody, "a response \(head.status.rawValue) has no body")
        precondition(body.isEmpty || sharedBody == nil, "a response has one body")
        self.head = head
        self.body = body
        self.sharedBody = sharedBody
        laterBytes = nil
    }

    package init(_ status: HTTPStatus, headers: [HTTPHeader], laterBytes: Int) {
        precondition(status.hasBody, "a response \(status.rawValue) has no body")
        head = HTTPResponseHead(status, headers: headers)
        (body, sharedBody) = ([], nil)
        self.laterBytes = laterBytes
    }

    public init(_ status: HTTPStatus, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.init(HTTPResponseHead(status, headers: headers), body: body)
    }

    public init(_ status: HTTPStatus, text: String, headers: [HTTPHeader] = []) {
        let type = HTTPHeader("Content-Type", "text/plain; charset=utf-8")
        self.init(status, headers: [type] + headers, body: Array(text.utf8) + [lineFeed])
    }

    public var status: HTTPStatus { head.status }

    /// `omitsBody` is for HEAD: the same head, nothing behind it.
    package func encode(into buffer: inout ByteBuffer, keepAlive: Bool, omitsBody: Bool = false) {
        encodeStart(into: &buffer, keepAlive: keepAlive)
        if status.hasBody {
            buffer.append("Content-Length: ")
            buffer.appendDecimal(UInt64(laterBytes ?? sharedBody?.frame.count ?? body.count))
            buffer.append("\r\n")
        }
        buffer.append("\r\n")
        if !omitsBody { body.withUnsafeBytes { buffer.append($0) } }
    }

    /// For a body whose length nobody knows: it goes on until the connection ends (RFC 9112 §6.3).
    package func encodeHead(into buffer: inout ByteBuffer) {
        precondition(body.isEmpty, "a body comes behind this head")
        encodeStart(into: &buffer, keepAlive: false)
        buffer.append("\r\n")
    }

    private func encodeStart(into buffer: inout ByteBuffer, keepAlive: Bool) {
        head.text.withUnsafeBytes { buffer.append($0) }
        buffer.append(head.connection(keepAlive: keepAlive))
    }
}

extension HTTPHeader {
    func encode(into buffer: inout ByteBuffer) {
        buffer.append(text: name)
        buffer.append(": ")
        buffer.append(text: value)
        buffer.append("\r\n")
    }
}

private let framingHeaders = ["Connection", "Content-Length", "Transfer-Encoding"]
