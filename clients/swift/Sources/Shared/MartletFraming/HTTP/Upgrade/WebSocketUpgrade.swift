import MartletBytes
import MartletSecurity

/// The requirements of a WebSocket endpoint on its clients.
public struct WebSocketUpgradePolicy: Sendable {
    package let origins: OriginPolicy
    /// A client that offers any must offer one of these; one that offers none is taken without.
    package let subprotocols: [String]
    /// For an endpoint that speaks no subprotocol and minds none.
    package let ignoresSubprotocols: Bool

    public init(origins: OriginPolicy = .sameOrigin(), subprotocols: [String] = [], ignoresSubprotocols: Bool = false) {
        precondition(subprotocols.allSatisfy(\.utf8.isToken), "subprotocols are tokens: \(subprotocols)")
        self.origins = origins
        self.subprotocols = subprotocols
        self.ignoresSubprotocols = ignoresSubprotocols
    }
}

/// A request that may become a WebSocket (RFC 6455 §4.2): checked, and not answered yet.
package struct WebSocketUpgrade: Sendable {
    package let subprotocol: String?
    /// The client's offers in Sec-WebSocket-Extensions, joined if they came in several headers.
    package let offeredExtensions: String?
    private let key: String

    /// `secure` says whether the connection came in over TLS.
    package init(
        _ request: HTTPRequest, secure: Bool, policy: WebSocketUpgradePolicy
    ) throws(WebSocketUpgradeRefusal) {
        try Self.checkRequest(request)
        try Self.checkQuery(request)
        key = try Self.key(request.headers)
        try Self.checkOrigin(request, secure: secure, policy.origins)
        subprotocol = try Self.subprotocol(request.headers, policy)
        let extensions = request.headers.all(of: "sec-websocket-extensions")
        offeredExtensions = extensions.isEmpty ? nil : extensions.joined(separator: ", ")
    }

    /// The response that makes the connection a WebSocket; `extensions` is what was agreed on of those offered.
    package func accept(extensions: String?) -> HTTPResponse {
        var headers = [
            HTTPHeader("Upgrade", "websocket"), HTTPHeader("Sec-WebSocket-Accept", Self.acceptance(of: key)),
        ]
        if let subprotocol { headers.append(HTTPHeader("Sec-WebSocket-Protocol", subprotocol)) }
        if let extensions { headers.append(HTTPHeader("Sec-WebSocket-Extensions", extensions)) }
        return HTTPResponse(.switchingProtocols, headers: headers)
    }

    /// RFC 6455 §4.2.2, step 5.4.
    static func acceptance(of key: String) -> String {
        Base64.standard.encode(Digest.sha1(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
    }

    private static func checkRequest(_ request: HTTPRequest) throws(WebSocketUpgradeRefusal) {
        let headers = request.headers
        guard request.method == .get else { throw .notGet }
        guard request.version == .http11 else { throw .notHTTP11 }
        guard headers.list(of: "upgrade", contains: "websocket"), headers.list(of: "connection", contains: "upgrade")
        else { throw .noUpgrade }
        // Bytes behind the head must be frames and nothing else.
        guard request.body.isEmpty else { throw .body }
        guard headers.only("sec-websocket-version")?.elementsEqual("13".utf8) == true else { throw .unsupportedVersion }
    }

    /// URLs are logged by every proxy on the way and kept in histories.
    private static func checkQuery(_ request: HTTPRequest) throws(WebSocketUpgradeRefusal) {
        for parameter in (request.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let name = percentDecoded(parameter.prefix { $0 != UInt8(ascii: "=") })
            if tokenParameters.contains(where: { name.equalsIgnoringCase($0) }) { throw .tokenInURL }
        }
    }

    /// RFC 6455 §4.2.1, item 5: sixteen bytes in base64, once.
    private static func key(_ headers: HTTPHeaders) throws(WebSocketUpgradeRefusal) -> String {
        guard let key = headers.only("sec-websocket-key"), Base64.standard.decode(key)?.count == 16 else {
            throw .malformedKey
        }
        return String(decoding: key, as: UTF8.self)
    }

    private static func checkOrigin(
        _ request: HTTPRequest, secure: Bool, _ policy: OriginPolicy
    ) throws(WebSocketUpgradeRefusal) {
        let origins = request.headers.all(of: "origin")
        guard let origin = origins.first else { return }
        guard origins.count == 1, let origin = Origin(origin), let host = request.authority,
            policy.allows(origin, host: host, secure: secure)
        else { throw .forbiddenOrigin }
    }

    /// RFC 6455 §4.2.2, step 5.5: the first that the client likes and we know.
    private static func subprotocol(
        _ headers: HTTPHeaders, _ policy: WebSocketUpgradePolicy
    ) throws(WebSocketUpgradeRefusal) -> String? {
        if policy.ignoresSubprotocols || !headers.has("sec-websocket-protocol") { return nil }
        let offered = headers.list(of: "sec-websocket-protocol")
        guard let chosen = offered.first(where: policy.subprotocols.contains) else { throw .unknownSubprotocol }
        return chosen
    }
}

/// Names under which clients of other systems put their token into the URL.
private let tokenParameters = ["token", "access_token", "jwt", "authorization", "usersig"]

/// Only for a text that was checked: every `%` has its two digits.
private func percentDecoded(_ text: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit {
            decoded.append(UInt8(high << 4 | low))
        } else {
            decoded.append(byte)
        }
    }
    return decoded
}
