import Bytes
import JSON
import Security
import Testing

@testable import ACME

struct IssuanceTests {
    @Test func `from the directory to the chain, each step is asked for once`() throws {
        let run = try Run()
        #expect(run.failure == nil && run.chain?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        #expect(
            run.server.asked == [
                "/dir", "/nonce", "/account", "/order", "/authorization/1", "/challenge/http", "/authorization/1",
                "/order/1", "/finalize", "/order/1", "/certificate",
            ])
        #expect(run.server.payloads["/order"] == [#"{"identifiers":[{"type":"dns","value":"a.example"}]}"#])
        #expect(run.server.payloads["/challenge/http"] == ["{}"])
        // RFC 8555 §6.3: what is only read has an empty payload.
        #expect(run.server.payloads["/authorization/1"] == ["", ""] && run.server.payloads["/certificate"] == [""])
    }

    @Test func `the proof is the token and the key's thumbprint`() throws {
        let run = try Run()
        let proof = try #require(run.proofs.first)
        #expect(run.proofs.count == 1 && proof.kind == .http && proof.host == "a.example")
        let parts = proof.keyAuthorization.split(separator: ".")
        #expect(parts.count == 2 && parts[0] == "token-http" && parts[1].utf8.count == 43)
        #expect(proof.digest.count == 32)
    }

    @Test func `the thumbprint is that of RFC 7638`() throws {
        // Made of the numbers of the key by a program of another's.
        let key = try SigningKey(privateKey: fixedKey)
        #expect(AccountKey(key).thumbprint == fixedThumbprint)
    }

    @Test(arguments: [
        ([ChallengeKind.tlsALPN], "/challenge/tls"), ([.http], "/challenge/http"),
        ([.tlsALPN, .http], "/challenge/tls"),
    ])
    func `the first kind of challenge that both can is taken`(kinds: [ChallengeKind], path: String) throws {
        let run = try Run(challenges: kinds)
        #expect(run.chain != nil && run.proofs.map(\.kind) == [kinds[0]])
        #expect(run.server.asked.filter { $0.hasPrefix("/challenge") } == [path])
    }

    @Test func `a nonce that is refused is replaced by the one in the refusal`() throws {
        var server = StubServer()
        server.refusals = 20
        let run = try Run(server)
        #expect(run.chain != nil)
        #expect(run.server.asked.filter { $0 == "/nonce" }.count == 1)
        #expect(run.server.asked.filter { $0 == "/account" }.count == 21)
    }

    @Test func `a server that refuses every nonce is given up`() throws {
        var server = StubServer()
        server.refusals = .max
        let run = try Run(server)
        #expect(run.failure?.reason.contains("badNonce") == true && run.server.asked.count < 100)
    }

    @Test func `an authorization of an earlier order needs no proof`() throws {
        var server = StubServer()
        server.answer("/authorization/1", StubServer.authorization("valid"))
        let run = try Run(server)
        #expect(run.chain != nil && run.proofs.isEmpty && !run.server.asked.contains("/challenge/http"))
    }

    @Test func `waits are as long as the server says, and they end`() throws {
        var server = StubServer()
        let pending = StubServer.authorization("pending")
        server.answer("/authorization/1", pending, pending, pending, StubServer.authorization("valid"), after: 7)
        // The third is for the certificate, after these fourteen seconds.
        #expect(try Run(server).waits == [7, 7, 2])
        server.answer("/authorization/1", pending)
        let endless = try Run(server)
        #expect(endless.failure?.reason.contains("600 seconds") == true)
        #expect(endless.waits.first == 1 && endless.waits.reduce(0, +) < 1_200)
    }

    @Test func `a proof that fails is told with the server's reason, in one line`() throws {
        var server = StubServer()
        let problem =
            #", "error": {"type": "urn:ietf:params:acme:error:connection", "detail": "refused\n\u001b[31mred"}"#
        server.answer(
            "/authorization/1", StubServer.authorization("pending"), StubServer.authorization("invalid", problem))
        let run = try Run(server)
        let reason = try #require(run.failure?.reason)
        #expect(reason == "the proof of a.example is invalid: connection: refused  [31mred")
    }

    @Test func `an order that fails is told with the server's reason`() throws {
        var server = StubServer()
        let problem = #", "error": \#(StubServer.problem("caa", "another authority alone may"))"#
        server.answer("/order/1", StubServer.order("ready"), StubServer.order("invalid", problem))
        #expect(try Run(server).failure?.reason == "the order is invalid: caa: another authority alone may")
    }

    @Test(arguments: [429, 403, 503])
    func `a limit is told with how long the server wants to be left alone`(status: Int) throws {
        var server = StubServer()
        server.answer("/order", StubServer.problem("rateLimited", "too many"), status: status, after: 3_600)
        let run = try Run(server)
        let failure = try #require(run.failure)
        #expect(failure.isRateLimit && failure.retryAfterSeconds == 3_600)
        #expect(failure.reason == "the server refuses the order with \(status) rateLimited: too many")
    }

    @Test func `an account's address is told, and changed where it is another`() throws {
        let fresh = try Run(email: "ops@a.example")
        #expect(
            fresh.server.payloads["/account"]
                == [#"{"termsOfServiceAgreed":true,"contact":["mailto:ops@a.example"]}"#])
        var server = StubServer()
        server.answer(
            "/account", #"{"status": "valid", "contact": ["mailto:old@a.example"]}"#, location: "/account/1")
        server.answer("/account/1", #"{"status": "valid"}"#)
        let changed = try Run(server, email: "ops@a.example")
        #expect(changed.chain != nil)
        #expect(changed.server.payloads["/account/1"] == [#"{"contact":["mailto:ops@a.example"]}"#])
    }

    @Test func `an account that was closed is told`() throws {
        var server = StubServer()
        server.answer("/account", #"{"status": "deactivated"}"#, location: "/account/1")
        #expect(try Run(server).failure?.reason == "the account is deactivated")
    }

    @Test func `an external account vouches for the key, signed by its secret for that URL`() throws {
        let secret = Array("a secret of the authority".utf8)
        let run = try Run(externalAccount: ExternalAccount(id: "customer-1", secret: secret))
        let text = try #require(run.server.payloads["/account"]?.first)
        let payload = try JSONDocument().parse(text)
        let binding = try #require(payload["externalAccountBinding"])
        let protected = try #require(binding["protected"]?.string)
        let key = try #require(binding["payload"]?.string)
        var signed = "\(protected).\(key)"
        let expected = signed.withUTF8 { Signature.hmac(UnsafeRawBufferPointer($0), secret: secret) }
        #expect(binding["signature"]?.string == Base64.url.encode(expected))
        let header = try #require(Base64.url.decode(protected.utf8))
        #expect(
            String(decoding: header, as: UTF8.self)
                == #"{"alg":"HS256","kid":"customer-1","url":"https://ca.example/account"}"#)
        let outerText = try #require(run.server.headers["/account"]?.first)
        let outer = try JSONDocument().parse(outerText)
        let bound = try #require(Base64.url.decode(key.utf8))
        let inner = String(decoding: bound, as: UTF8.self)
        #expect(outer["jwk"].map { String(decoding: $0.raw, as: UTF8.self) } == inner)
    }

    /// What a server answers in place of what it should.
    @Test(arguments: [
        ("/dir", "[]", "no JSON object"), ("/dir", "{}", "newNonce"), ("/dir", "<html>", "no JSON object"),
        (
            "/dir",
            #"{"newNonce": "http://ca.example/nonce", "newAccount": "https://ca.example/a", "newOrder": "https://ca.example/o"}"#,
            "URL of https"
        ),
        ("/order", #"{"status": "pending"}"#, "list of authorizations"),
        ("/authorization/1", #"{"status": "pending"}"#, "list of challenges"),
        ("/authorization/1", StubServer.authorization("revoked"), "is revoked"),
        (
            "/authorization/1", StubServer.authorization("pending", host: "b.example"),
            "b.example, which was not ordered"
        ),
        (
            "/authorization/1",
            #"{"status": "pending", "identifier": {"value": "a.example"}, "challenges": [{"type": "dns-01", "url": "https://x"}]}"#,
            "only dns-01"
        ),
        ("/order/1", StubServer.order("cancelled"), "the order is cancelled"),
        ("/certificate", "nonsense", "not in PEM"),
    ])
    func `nonsense ends the attempt with a reason`(path: String, body: String, reason: String) throws {
        var server = StubServer()
        let location = path == "/order" ? "/order/1" : nil
        server.answer(path, body, location: location)
        let run = try Run(server)
        #expect(run.chain == nil && run.failure?.reason.contains(reason) == true, "\(run.failure?.reason ?? "none")")
    }

    @Test func `a token that is none would be a page of any name, and is not taken`() throws {
        for token in ["", "a/b", "..", "ä", String(repeating: "a", count: 129)] { #expect(!Proof.isToken(token)) }
        #expect(Proof.isToken("evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA"))
    }
}

private let fixedKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7QMWrIH8I0gLxkmF
    ea23mBxNvXh3ax85VwPqFLX/X5ahRANCAARY7tirzrJ+VdBXsQwH4SMmTD1uK7eo
    yjt1aE4KFee/vYaNAbNljP1JYyioPtmLc13jsBB7lL5kGBzkkwhpxi5X
    -----END PRIVATE KEY-----
    """
private let fixedThumbprint = "-zv8QL1ECAV2MFSCZxa3FPdiZazEv7EJcbKgoBESfb8"
