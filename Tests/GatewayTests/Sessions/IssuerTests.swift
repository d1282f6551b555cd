import Client
import Framing
import Glibc
import JSON
import Security
import Testing

/// Tokens of issuers that publish their keys: `auth.jwks`.
struct IssuerTests {
    private let source: KeySource
    private let first: IssuerKey

    init() throws {
        source = try KeySource()
        first = try IssuerKey("first", in: source.workspace)
        try source.publish(first)
    }

    private func opened(_ gateway: GatewayProcess, _ token: String) throws -> String {
        try gateway.guest().open(token: token).code ?? "ok"
    }

    @Test(arguments: [TokenAlgorithm.rs256, .es256, .edDSA])
    func `R-Q09: tokens are good that are signed with a published key of any kind`(_ algorithm: TokenAlgorithm) throws {
        let named = try IssuerKey("named", algorithm, in: source.workspace)
        let nameless = try IssuerKey(nil, algorithm, #""alg": "\#(algorithm.rawValue)""#, in: source.workspace)
        // Others stand beside them, and are passed over.
        try source.publish(
            text: #"""
                {"keys": [7, {"kty": "oct", "k": "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3JldCE", "alg": "HS256"},
                {"kty": "RSA", "use": "enc", "n": "AQ", "e": "AQAB"}, {"kty": "EC", "crv": "P-521", "x": "", "y": ""},
                \#(named.jwk), \#(nameless.jwk)], "more": true}
                """#)
        try withGateway(source.settings()) { gateway in
            let secret = TokenSigner(secret: Array("secret secret secret secret secret!".utf8))
            let tokens = [
                named.token("anna"), nameless.token("bert"), gateway.keys.token("carl"),
                secret.token("dora", #""iss": "idp", "aud": "chat""#),
            ]
            let codes = try tokens.map { try opened(gateway, $0) }
            #expect(codes == ["ok", "ok", "ok", "tim 70003 signatureBad"])
        }
    }

    @Test func `R-Q09: a token is refused that its issuer has not signed, or that is for others`() throws {
        let other = try IssuerKey("other", in: source.workspace)
        try withGateway(source.settings()) { gateway in
            let good = [first.token("anna"), first.token("anna", #""aud": ["mail", "chat"]"#)]
            for token in good { #expect(try opened(gateway, token) == "ok") }
            let bad = [
                first.token("anna", issuer: "idp2"), first.token("anna", issuer: "IDP"),
                first.token("anna", #""aud": "mail""#), first.token("anna", #""jti": "1""#), other.token("anna"),
                // The server's own keys speak for themselves alone, unless the issuer's key is in its file.
                first.signer.token("anna"), first.signer.token("anna", #""aud": "chat""#),
            ]
            for token in bad { #expect(try opened(gateway, token) == "tim 70003 signatureBad") }
            let expired = try opened(gateway, first.token("anna", expiresIn: -5))
            #expect(expired == "tim 6206 signatureExpired")
        }
    }

    @Test func `a login with a new key waits until the keys have been fetched, and then opens`() throws {
        let second = try IssuerKey("second", in: source.workspace)
        try withGateway(source.settings()) { gateway in
            gateway.keepToOneNode()
            #expect(try opened(gateway, first.token("anna")) == "ok")
            try source.publish(first, second)
            try source.answer("slow 1")
            pause(.milliseconds(600))
            let guest = try gateway.guest()
            let login = try guest.send("session.open", #"{"token": "\#(second.token("bert"))", "device": "d"}"#)
            let list = try guest.send("session.list")
            // Nobody else waits meanwhile.
            let start = ContinuousClock.now
            for _ in 1...20 / slowness { #expect(try opened(gateway, gateway.keys.token("carl")) == "ok") }
            #expect(ContinuousClock.now - start < .milliseconds(900))
            #expect(try guest.reply(to: login).error == nil)
            #expect(try guest.reply(to: list).get()["sessions"]?.count == 1)
            try source.answer("ok")
            #expect(try opened(gateway, first.token("anna")) == "ok")
        }
    }

    @Test func `a session goes on with a token of a new key, and a key that is no longer published is good no longer`()
        throws
    {
        let second = try IssuerKey("second", in: source.workspace)
        try withGateway(source.settings(["auth.jwksAgeSeconds": "1"])) { gateway in
            gateway.keepToOneNode()
            let session = try gateway.guest()
            _ = try session.open(token: first.token("anna")).get()
            try source.publish(second)
            pause(.milliseconds(600))
            let data = #"{"token": "\#(second.token("anna"))"}"#
            #expect(try session.request("session.refresh", data).error == nil)
            #expect(try opened(gateway, first.token("bert")) == "tim 70003 signatureBad")
            #expect(try session.devices() == ["d1"])
            // By age, without a token that asks for it.
            let third = try IssuerKey("third", in: source.workspace)
            try source.publish(third)
            let requests = try source.requests
            try until("the keys are fetched again") { try source.requests > requests + (TestCluster.isUsual ? 4 : 1) }
            #expect(try opened(gateway, third.token("carl")) == "ok")
        }
    }

    @Test func `a flood of tokens with unknown keys makes few fetches`() throws {
        let unknown = try IssuerKey("unknown", in: source.workspace)
        try withGateway(source.settings(["auth.failedOpensPerConnection": "1000"])) { gateway in
            #expect(try opened(gateway, first.token("anna")) == "ok")
            let requests = try source.requests
            let start = ContinuousClock.now
            let guest = try gateway.guest()
            for number in 1...300 {
                let code = try guest.open(token: unknown.token("user\(number)")).code
                #expect(code == "tim 70003 signatureBad")
            }
            let took = ContinuousClock.now - start
            #expect(try source.requests - requests <= Int(took / .milliseconds(500)) + 2)
            #expect(try opened(gateway, first.token("anna")) == "ok")
        }
    }

    @Test(arguments: ["drop", "status 503", "status 404", "huge", "redirect https://localhost:1/", "slow 20"])
    func `while the source fails, the former keys stay good, and readyz warns`(mode: String) throws {
        let second = try IssuerKey("second", in: source.workspace)
        let settings = source.settings(["auth.jwksTimeoutMilliseconds": "1000"])
        try withGateway(settings) { gateway in
            gateway.keepToOneNode()
            #expect(try opened(gateway, first.token("anna")) == "ok")
            try source.publish(second)
            try source.answer(mode)
            pause(.milliseconds(600))
            #expect(try opened(gateway, second.token("bert")) == "gw 1008 unavailable")
            #expect(try opened(gateway, second.token("bert")) == "gw 1008 unavailable")
            #expect(try opened(gateway, first.token("anna")) == "ok")
            let page = try gateway.http().request(.get, "/readyz")
            let json = try JSONDocument().parse(page.text)
            #expect(page.status == 200 && json["ready"]?.bool == true)
            #expect(json["warnings"]?.elements?.compactMap(\.string) == ["issuers"])
            #expect(json["issuers"]?.string?.hasPrefix("idp: ") == true)
            #expect(try gateway.metric(#"martlet_issuer_fetches_total{result="failed"}"#) >= 1)
            #expect(try gateway.metric("martlet_issuers_failing") == 1)
            try source.answer("ok")
            try until("the new key is good") { try opened(gateway, second.token("bert")) == "ok" }
            #expect(try gateway.metric("martlet_issuers_failing") == 0)
            try until("readyz warns no longer") {
                try !gateway.http().request(.get, "/readyz").text.contains(#""warnings":["issuers"]"#)
            }
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"keys": 7}"#, #"{"keys": []}"#, #"{"keys": [{"kty": "RSA"}]}"#,
        #"{"keys": [{"kty": "EC", "crv": "P-256", "x": "AAAA", "y": "AAAA"}]}"#, "\u{0}\u{1}",
    ])
    func `an answer that is no set of keys changes nothing`(text: String) throws {
        let second = try IssuerKey("second", in: source.workspace)
        try withGateway(source.settings()) { gateway in
            #expect(try opened(gateway, first.token("anna")) == "ok")
            try source.publish(text: text)
            pause(.milliseconds(600))
            #expect(try opened(gateway, second.token("bert")) == "gw 1008 unavailable")
            #expect(try opened(gateway, first.token("anna")) == "ok")
        }
    }

    @Test func `a source that is down at the start is asked again, and logins are told to come later`() throws {
        source.stop()
        try withGateway(source.settings()) { gateway in
            #expect(try opened(gateway, first.token("anna")) == "gw 1008 unavailable")
            #expect(try opened(gateway, gateway.keys.token("bert")) == "ok")
            try source.startAgain()
            try until("the issuer's tokens are good") { try opened(gateway, first.token("anna")) == "ok" }
        }
    }

    @Test func `the keys of a file are read again on SIGHUP, and no key file of one's own is needed`() throws {
        let workspace = try Workspace()
        let second = try IssuerKey("second", in: source.workspace)
        try workspace.write("jwks.json", #"{"keys": [\#(first.jwk)]}"#, mode: 0o644)
        let settings = ["auth.jwks": #"[{file: "jwks.json", issuer: "idp"}]"#, "auth.keysFile": "null"]
        try withGateway(settings, workspace: workspace) { gateway in
            #expect(try opened(gateway, first.token("anna", #""jti": "1""#)) == "ok")
            // Without an audience of its own the gateway takes no token that has one.
            #expect(try opened(gateway, first.token("anna")) == "tim 70003 signatureBad")
            #expect(try opened(gateway, second.token("bert", #""jti": "1""#)) == "tim 70003 signatureBad")
            try workspace.write("jwks.json", #"{"keys": [\#(second.jwk)]}"#, mode: 0o644)
            gateway.signal(SIGHUP)
            try until("the new key is good") { try opened(gateway, second.token("bert", #""jti": "1""#)) == "ok" }
            #expect(try opened(gateway, first.token("anna", #""jti": "1""#)) == "tim 70003 signatureBad")
            try workspace.write("jwks.json", "nonsense", mode: 0o644)
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys not reloaded")
            #expect(try opened(gateway, second.token("bert", #""jti": "1""#)) == "ok")
        }
    }

    @Test func `auth.userClaim names the claim that is the user`() throws {
        try withGateway(["auth.userClaim": #""https://shop.example/uid""#]) { gateway in
            let uid = #""https://shop.example/uid""#
            let good = try gateway.guest().open(token: gateway.keys.token("subject", #"\#(uid): "anna""#)).get()
            #expect(good["user"]?.string == "anna")
            for claims in ["", "\(uid): 7", #"\#(uid): """#] {
                let error = try #require(try gateway.guest().open(token: gateway.keys.token("subject", claims)).error)
                #expect(error.number == "tim 7003" && error.message.contains("https://shop.example/uid"))
            }
        }
    }

    @Test func `the end does not wait for a slow source`() throws {
        try source.answer("slow 20")
        try withGateway(source.settings(["auth.jwksTimeoutMilliseconds": "60000"])) { gateway in
            let start = ContinuousClock.now
            try gateway.stop()
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }
}
