/// Why a request does not become a WebSocket. The request itself was sound.
package enum WebSocketUpgradeRefusal: Error, Equatable, Sendable {
    case notGet
    case notHTTP11
    case noUpgrade
    case body
    case unsupportedVersion
    case tokenInURL
    case malformedKey
    case forbiddenOrigin
    case unknownSubprotocol

    package var status: HTTPStatus { answer.status }

    /// One sentence for the peer; it repeats nothing the peer sent.
    package var reason: String { answer.reason }

    package var response: HTTPResponse { HTTPResponse(status, text: reason, headers: headers) }

    private var answer: (status: HTTPStatus, reason: String) {
        switch self {
        case .notGet:
            (.methodNotAllowed, "Only a GET request can open a WebSocket.")
        case .notHTTP11:
            (.badRequest, "Only an HTTP/1.1 request can open a WebSocket.")
        case .noUpgrade:
            (.upgradeRequired, "This is a WebSocket endpoint: send 'Upgrade: websocket' and 'Connection: Upgrade'.")
        case .body:
            (.badRequest, "A request for a WebSocket must not have a body.")
        case .unsupportedVersion:
            (.upgradeRequired, "Sec-WebSocket-Version is not exactly 13.")
        case .tokenInURL:
            (.badRequest, "A token must not be in the URL: send it in session.open or in the Authorization header.")
        case .malformedKey:
            (.badRequest, "Sec-WebSocket-Key is not exactly one base64 text of 16 bytes.")
        case .forbiddenOrigin:
            (.forbidden, "Pages of this origin may not connect.")
        case .unknownSubprotocol:
            (.badRequest, "None of the offered subprotocols is supported.")
        }
    }

    private var headers: [HTTPHeader] {
        switch self {
        case .notGet: [HTTPHeader("Allow", "GET")]
        // RFC 9110 §15.5.22: a 426 names the protocol; RFC 6455 §4.4: and its version.
        case .noUpgrade, .unsupportedVersion:
            [HTTPHeader("Upgrade", "websocket"), HTTPHeader("Sec-WebSocket-Version", "13")]
        default: []
        }
    }
}
