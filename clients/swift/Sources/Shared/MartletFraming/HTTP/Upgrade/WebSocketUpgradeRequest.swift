import MartletBytes

/// The client's half of the opening handshake (RFC 6455 §4.1).
package struct WebSocketUpgradeRequest: Sendable {
    private let key: String
    private let subprotocols: [String]
    private let offersExtensions: Bool
    private let request: HTTPClientRequest

    /// `nonce` is sixteen bytes from a random source; `host` is `name` or `name:port`.
    package init(
        host: String, path: String = "/", nonce: [UInt8], subprotocols: [String] = [], extensions: String? = nil,
        headers: [HTTPHeader] = []
    ) {
        precondition(nonce.count == 16, "a nonce has 16 bytes, not \(nonce.count)")
        precondition(subprotocols.allSatisfy(\.utf8.isToken), "subprotocols are tokens: \(subprotocols)")
        key = Base64.standard.encode(nonce)
        self.subprotocols = subprotocols
        offersExtensions = extensions != nil
        var all = [
            HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade"),
            HTTPHeader("Sec-WebSocket-Version", "13"), HTTPHeader("Sec-WebSocket-Key", key),
        ]
        if !subprotocols.isEmpty {
            all.append(HTTPHeader("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")))
        }
        if let extensions { all.append(HTTPHeader("Sec-WebSocket-Extensions", extensions)) }
        request = HTTPClientRequest(.get, path, host: host, headers: all + headers)
    }

    package func encode(into buffer: inout ByteBuffer) {
        request.encode(into: &buffer)
    }

    /// Holds the response to what RFC 6455 §4.1 asks of it. The caller checks the extensions against its own offer.
    package func check(_ response: HTTPClientResponse) throws(WebSocketUpgradeFault) -> WebSocketAgreement {
        let headers = response.headers
        guard response.status == 101 else { throw .refused(status: response.status) }
        guard let upgrade = headers.first(of: "upgrade"), upgrade.utf8.equalsIgnoringCase("websocket"),
            headers.list(of: "connection", contains: "upgrade")
        else { throw .noUpgrade }
        guard headers.all(of: "sec-websocket-accept") == [WebSocketUpgrade.acceptance(of: key)] else {
            throw .wrongAcceptance
        }
        let chosen = headers.all(of: "sec-websocket-protocol")
        guard chosen.isEmpty || chosen.count == 1 && subprotocols.contains(chosen[0]) else {
            throw .subprotocolNotOffered
        }
        let extensions = headers.all(of: "sec-websocket-extensions")
        guard extensions.isEmpty || offersExtensions else { throw .extensionNotOffered }
        return WebSocketAgreement(
            subprotocol: chosen.first, extensions: extensions.isEmpty ? nil : extensions.joined(separator: ", "))
    }
}

/// The result of the handshake in which the connection became a WebSocket.
package struct WebSocketAgreement: Sendable {
    package let subprotocol: String?
    package let extensions: String?
}

/// Why a response does not make a WebSocket.
package enum WebSocketUpgradeFault: Error, Equatable, Sendable {
    case refused(status: UInt16)
    case noUpgrade
    case wrongAcceptance
    case subprotocolNotOffered
    case extensionNotOffered
}
