import Bytes
import Framing
import Testing

@Suite struct WebSocketUpgradeRequestTests {
    private let client = WebSocketUpgradeRequest(
        host: "a.example", path: "/v1/ws?x=y", nonce: Array("the sample nonce".utf8),
        subprotocols: ["martlet.v1.json"], extensions: "permessage-deflate",
        headers: [HTTPHeader("Authorization", "Bearer x")])

    @Test func `the handshake succeeds between both halves`() throws {
        var buffer = ByteBuffer()
        client.encode(into: &buffer)
        let request = try request(String(decoding: buffer.bytes, as: UTF8.self))
        #expect(request.path == "/v1/ws")
        #expect(request.query == "x=y")
        #expect(request.headers.first(of: "authorization") == "Bearer x")
        #expect(request.headers.first(of: "sec-websocket-key") == "dGhlIHNhbXBsZSBub25jZQ==")
        let policy = WebSocketUpgradePolicy(subprotocols: ["martlet.v1.json"])
        let upgrade = try WebSocketUpgrade(request, secure: false, policy: policy)
        #expect(upgrade.offeredExtensions == "permessage-deflate")
        buffer.clear()
        upgrade.accept(extensions: "permessage-deflate").encode(into: &buffer, keepAlive: true)
        let response = try #require(readResponses([Array(buffer.bytes)[...]]).get().first)
        let agreement = try client.check(response)
        #expect(agreement.subprotocol == "martlet.v1.json")
        #expect(agreement.extensions == "permessage-deflate")
    }

    @Test(arguments: [
        ([], nil), (["Upgrade"], .noUpgrade), (["Upgrade: websocket, h2c"], .noUpgrade), (["Connection"], .noUpgrade),
        (["Connection: close"], .noUpgrade), (["Sec-WebSocket-Accept"], .wrongAcceptance),
        (["Sec-WebSocket-Accept: S3pPLMBiTxaQ9kYGzzhZRbK+xOo="], .wrongAcceptance),
        (["Sec-WebSocket-Protocol: other"], .subprotocolNotOffered),
        (["Sec-WebSocket-Protocol: MARTLET.V1.JSON"], .subprotocolNotOffered),
        (
            ["Sec-WebSocket-Protocol: martlet.v1.json", "Sec-WebSocket-Protocol: martlet.v1.json"],
            WebSocketUpgradeFault.subprotocolNotOffered
        ),
    ])
    func `a 101 that does not answer the request is a fault`(changes: [String], fault: WebSocketUpgradeFault?) throws {
        let response = try response("HTTP/1.1 101 Switching Protocols", changes)
        if let fault {
            #expect(throws: fault) { try client.check(response) }
        } else {
            #expect(try client.check(response).subprotocol == nil)
        }
    }

    @Test func `an extension that was not offered is a fault`() throws {
        let modest = WebSocketUpgradeRequest(host: "a", nonce: Array("the sample nonce".utf8))
        let response = try response("HTTP/1.1 101 ", ["Sec-WebSocket-Extensions: x"])
        #expect(throws: WebSocketUpgradeFault.extensionNotOffered) { try modest.check(response) }
    }

    @Test func `another status is a refusal`() throws {
        let response = try response("HTTP/1.1 403 Forbidden", ["Content-Length: 0"])
        #expect(throws: WebSocketUpgradeFault.refused(status: 403)) { try client.check(response) }
    }

    /// A good 101 with the changes in it.
    private func response(_ line: String, _ changes: [String]) throws -> HTTPClientResponse {
        let good = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
        ]
        let text = head(line, good, changes: changes)
        return try #require(readResponses([Array(text.utf8)[...]]).get().first)
    }
}
