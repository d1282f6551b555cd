import Bytes
import Framing
import Testing

@Suite struct WebSocketUpgradeTests {
    @Test func `the example of RFC 6455 section 1_3 is accepted with its key`() throws {
        let changes = ["Origin: https://a.example", "Sec-WebSocket-Protocol: chat, superchat"]
        let policy = WebSocketUpgradePolicy(subprotocols: ["superchat", "chat"])
        let upgrade = try outcome(changes: changes, policy: policy).get()
        #expect(
            encoded(upgrade.accept(extensions: nil)) == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: chat\r\n"
                + "Connection: Upgrade\r\n\r\n")
    }

    @Test func `the extensions that were agreed on are answered`() throws {
        let changes = ["Sec-WebSocket-Extensions: a; b=1", "sec-websocket-extensions: c"]
        let upgrade = try outcome(changes: changes).get()
        #expect(upgrade.offeredExtensions == "a; b=1, c")
        #expect(encoded(upgrade.accept(extensions: "c")).contains("\r\nSec-WebSocket-Extensions: c\r\n"))
        #expect(!encoded(upgrade.accept(extensions: nil)).contains("Extensions"))
    }

    @Test(arguments: [
        [], ["Upgrade: h2c, WebSocket"], ["Connection: keep-alive, upgrade"],
        ["Connection: a", "Connection: UPGRADE"], ["Content-Length: 0"],
        ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="],
    ])
    func `what RFC 6455 allows is accepted`(changes: [String]) {
        #expect(outcome(changes: changes).refusal == nil)
    }

    @Test(arguments: [
        ("POST / HTTP/1.1", [], WebSocketUpgradeRefusal.notGet), ("HEAD / HTTP/1.1", [], .notGet),
        ("GET / HTTP/1.0", [], .notHTTP11),
        ("GET / HTTP/1.1", ["Upgrade"], .noUpgrade), ("GET / HTTP/1.1", ["Upgrade: websockets"], .noUpgrade),
        ("GET / HTTP/1.1", ["Connection"], .noUpgrade), ("GET / HTTP/1.1", ["Connection: close"], .noUpgrade),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Version"], .unsupportedVersion),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Version: 8"], .unsupportedVersion),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Version: 13, 8"], .unsupportedVersion),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Version: 013"], .unsupportedVersion),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 13"], .unsupportedVersion),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key"], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key:"], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ"], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ==="], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR=="], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZTEy"], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZTE="], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j-Q=="], .malformedKey),
        ("GET / HTTP/1.1", ["Sec-WebSocket-Key: \(exampleKey)", "Sec-WebSocket-Key: \(exampleKey)"], .malformedKey),
        ("GET /?token=x HTTP/1.1", [], .tokenInURL), ("GET /?a=b&access_token=x HTTP/1.1", [], .tokenInURL),
        ("GET /?JWT=x HTTP/1.1", [], .tokenInURL), ("GET /?authorization HTTP/1.1", [], .tokenInURL),
        ("GET /?userSig=x HTTP/1.1", [], .tokenInURL), ("GET /?%74oken=x HTTP/1.1", [], .tokenInURL),
    ])
    func `an upgrade that is not exactly one is refused`(
        line: String, changes: [String], refusal: WebSocketUpgradeRefusal
    ) {
        #expect(outcome(line, changes: changes).refusal == refusal)
    }

    @Test(arguments: ["/token?a=token", "/?tokens=a", "/?a=b&a=jwt", "/?"])
    func `a URL without a token is no offence`(target: String) {
        #expect(outcome("GET \(target) HTTP/1.1").refusal == nil)
    }

    @Test func `an upgrade with a body is refused`() throws {
        let text = upgradeHead("GET / HTTP/1.1", ["Content-Length: 2"]) + "\u{1}\u{2}"
        #expect(throws: WebSocketUpgradeRefusal.body) {
            try WebSocketUpgrade(request(text), secure: false, policy: testPolicy)
        }
    }

    @Test(arguments: [
        ([], nil), (["Sec-WebSocket-Protocol: martlet.v1.json"], "martlet.v1.json"),
        (["Sec-WebSocket-Protocol: x, martlet.v2 ,martlet.v1.json"], "martlet.v2"),
        (["Sec-WebSocket-Protocol: x", "Sec-WebSocket-Protocol: martlet.v1.json"], "martlet.v1.json"),
    ])
    func `the client's first known subprotocol is chosen`(changes: [String], chosen: String?) throws {
        #expect(try outcome(changes: changes).get().subprotocol == chosen)
    }

    @Test(arguments: ["x", "MARTLET.V1.JSON", "martlet.v1", "", ",", "martlet v1"])
    func `unknown subprotocols are refused, or ignored where the policy says so`(offer: String) throws {
        let changes = ["Sec-WebSocket-Protocol: \(offer)"]
        #expect(outcome(changes: changes).refusal == .unknownSubprotocol)
        let lenient = WebSocketUpgradePolicy(subprotocols: [], ignoresSubprotocols: true)
        #expect(try outcome(changes: changes, policy: lenient).get().subprotocol == nil)
    }

    @Test(arguments: [
        ("https://a.example", "a.example", true, true), ("https://a.example", "A.Example:443", true, true),
        ("https://a.example:443", "a.example", true, true), ("http://a.example", "a.example:80", false, true),
        ("http://a.example:8080", "a.example:8080", false, true), ("http://[::1]:9", "[::1]:9", false, true),
        ("http://a.example", "a.example", true, false), ("https://a.example", "a.example", false, false),
        ("https://a.example:8443", "a.example", true, false), ("https://a.example", "a.example:80", true, false),
        ("https://b.example", "a.example", true, false), ("https://x.a.example", "a.example", true, false),
        ("https://a.example.evil", "a.example", true, false), ("null", "a.example", true, false),
        ("wss://a.example", "a.example", true, false), ("https://a.example/", "a.example", true, false),
        ("", "a.example", true, false), ("https://listed.example", "a.example", true, true),
        ("https://listed.example", "a.example", false, true), ("http://listed.example", "a.example", true, false),
        ("https://listed.example:444", "a.example", true, false), ("app://here", "a.example", true, true),
    ])
    func `pages of the same and of listed origins may connect`(
        origin: String, host: String, secure: Bool, allowed: Bool
    ) throws {
        let listed = try Set(["https://listed.example", "app://here"].map { try #require(Origin($0)) })
        let policy = WebSocketUpgradePolicy(origins: .sameOrigin(or: listed), subprotocols: [])
        let changes = ["Host: \(host)", "Origin: \(origin)"]
        #expect(outcome(changes: changes, secure: secure, policy: policy).refusal == (allowed ? nil : .forbiddenOrigin))
    }

    @Test func `a null origin may connect only where it is listed or all may`() throws {
        let changes = ["Origin: null"]
        let listed = OriginPolicy.sameOrigin(or: [try #require(Origin("null"))])
        for (origins, refusal) in [
            (listed, nil), (.any, nil), (.sameOrigin(), WebSocketUpgradeRefusal.forbiddenOrigin),
        ] {
            let policy = WebSocketUpgradePolicy(origins: origins, subprotocols: [])
            #expect(outcome(changes: changes, policy: policy).refusal == refusal)
        }
    }

    @Test func `two origins are none`() {
        let changes = ["Origin: https://a.example", "Origin: https://a.example"]
        #expect(outcome(changes: changes).refusal == .forbiddenOrigin)
    }

    @Test(arguments: [
        (WebSocketUpgradeRefusal.notGet, HTTPStatus.methodNotAllowed, "Allow: GET"), (.notHTTP11, .badRequest, ""),
        (.noUpgrade, .upgradeRequired, "Upgrade: websocket"), (.body, .badRequest, ""),
        (.unsupportedVersion, .upgradeRequired, "Sec-WebSocket-Version: 13"), (.tokenInURL, .badRequest, ""),
        (.malformedKey, .badRequest, ""), (.forbiddenOrigin, .forbidden, ""), (.unknownSubprotocol, .badRequest, ""),
    ])
    func `a refused upgrade is answered with its status and its reason`(
        refusal: WebSocketUpgradeRefusal, status: HTTPStatus, header: String
    ) {
        let text = encoded(refusal.response)
        #expect(text.hasPrefix("HTTP/1.1 \(status.rawValue) \(status.reasonPhrase)\r\n"))
        #expect(text.contains("\r\n\(header)"))
        #expect(text.hasSuffix("\r\n\r\n\(refusal.reason)\n"))
    }
}

private let exampleKey = "dGhlIHNhbXBsZSBub25jZQ=="

private let testPolicy = WebSocketUpgradePolicy(subprotocols: ["martlet.v1.json", "martlet.v2"])

/// A good upgrade with the changes in it.
private func upgradeHead(_ line: String, _ changes: [String]) -> String {
    let good = [
        "Host: a.example", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: \(exampleKey)",
    ]
    return head(line, good, changes: changes)
}

private func outcome(
    _ line: String = "GET /v1/ws HTTP/1.1", changes: [String] = [], secure: Bool = true,
    policy: WebSocketUpgradePolicy = testPolicy
) -> Result<WebSocketUpgrade, any Error> {
    Result { try WebSocketUpgrade(request(upgradeHead(line, changes)), secure: secure, policy: policy) }
}

extension Result<WebSocketUpgrade, any Error> {
    /// Nil if the upgrade was accepted.
    fileprivate var refusal: WebSocketUpgradeRefusal? {
        guard case .failure(let error) = self else { return nil }
        guard let refusal = error as? WebSocketUpgradeRefusal else {
            Issue.record("\(error)")
            return nil
        }
        return refusal
    }
}

private func encoded(_ response: HTTPResponse) -> String {
    var buffer = ByteBuffer()
    response.encode(into: &buffer, keepAlive: true)
    return String(decoding: buffer.bytes, as: UTF8.self)
}
