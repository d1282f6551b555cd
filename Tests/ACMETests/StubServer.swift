import Bytes
import JSON
import Testing

@testable import ACME
@testable import Security

/// An ACME server as a value: it checks what is asked as RFC 8555 §6 wants it checked, and answers what a test has laid out.
struct StubServer {
    /// How a resource answers; the last one for ever.
    private var answers: [String: [ServerAnswer]] = [:]
    private(set) var asked: [String] = []
    /// The payloads of what was asked there.
    private(set) var payloads: [String: [String]] = [:]
    private(set) var headers: [String: [String]] = [:]
    /// Those that are good.
    private var nonces: Set<String> = []
    private var made = 0
    /// So many nonces are refused from now on, though they are good.
    var refusals = 0

    static let base = "https://ca.example"

    init() {
        answer(
            "/dir",
            #"{"newNonce": "\#(Self.base)/nonce", "newAccount": "\#(Self.base)/account", "newOrder": "\#(Self.base)/order"}"#
        )
        answer("/account", #"{"status": "valid"}"#, status: 201, location: "/account/1")
        answer("/order", Self.order("pending"), status: 201, location: "/order/1")
        answer("/authorization/1", Self.authorization("pending"), Self.authorization("valid"))
        answer("/challenge/http", #"{"status": "pending"}"#)
        answer("/challenge/tls", #"{"status": "pending"}"#)
        answer("/order/1", Self.order("ready"), Self.order("valid"))
        answer("/finalize", Self.order("processing"))
        answer("/certificate", "-----BEGIN CERTIFICATE-----\nZm9v\n-----END CERTIFICATE-----\n")
    }

    mutating func answer(
        _ path: String, _ bodies: String..., status: Int = 200, location: String? = nil, after: Int = 0
    ) {
        answers[path] = bodies.map { body in
            ServerAnswer(
                status: status, nonce: nil, location: location.map { Self.base + $0 }, retryAfterSeconds: after,
                body: Array(body.utf8))
        }
    }

    static func order(_ status: String, _ more: String = "") -> String {
        let certificate = status == "valid" ? #", "certificate": "\#(base)/certificate""# : ""
        return #"{"status": "\#(status)", "authorizations": ["\#(base)/authorization/1"], "#
            + #""finalize": "\#(base)/finalize"\#(certificate)\#(more)}"#
    }

    static func authorization(_ status: String, host: String = "a.example", _ problem: String = "") -> String {
        let challenges = [("http", "http-01"), ("tls", "tls-alpn-01"), ("dns", "dns-01")].map { path, type in
            #"{"type": "\#(type)", "url": "\#(base)/challenge/\#(path)", "token": "token-\#(path)"\#(problem)}"#
        }
        return #"{"status": "\#(status)", "identifier": {"type": "dns", "value": "\#(host)"}, "#
            + #""challenges": [\#(challenges.joined(separator: ", "))]}"#
    }

    static func problem(_ type: String, _ detail: String = "because") -> String {
        #"{"type": "urn:ietf:params:acme:error:\#(type)", "detail": "\#(detail)"}"#
    }

    mutating func take(_ request: ServerRequest, of key: SigningKey) throws -> ServerAnswer {
        let path = String(request.url.dropFirst(Self.base.count))
        asked.append(path)
        if path == "/nonce" {
            return ServerAnswer(status: 204, nonce: nextNonce(), location: nil, retryAfterSeconds: 0, body: [])
        }
        guard let body = request.body else { return next(path, nonce: nil) }
        let nonce = try check(body, path, request.url, key)
        guard nonces.remove(nonce) != nil, refusals == 0 else {
            refusals = max(refusals - 1, 0)
            return ServerAnswer(
                status: 400, nonce: nextNonce(), location: nil, retryAfterSeconds: 0,
                body: Array(Self.problem("badNonce").utf8))
        }
        return next(path, nonce: nextNonce())
    }

    /// Returns its nonce.
    private mutating func check(_ body: [UInt8], _ path: String, _ url: String, _ key: SigningKey) throws -> String {
        let jws = try JSONDocument().parse(body)
        let protected = try #require(jws["protected"]?.string)
        let payload = try #require(jws["payload"]?.string)
        let signatureText = try #require(jws["signature"]?.string)
        let signature = try #require(Base64.url.decode(signatureText.utf8))
        var signed = "\(protected).\(payload)"
        let isGood = signed.withUTF8 {
            Signature.verify(signature, of: UnsafeRawBufferPointer($0), by: key.key, .es256)
        }
        #expect(isGood)
        let text = try decoded(protected)
        let header = try JSONDocument().parse(text)
        #expect(header["alg"]?.string == "ES256" && header["url"]?.string == url)
        // RFC 8555 §6.2: one of them, and the key itself with a new account alone.
        #expect((header["jwk"] == nil) != (header["kid"] == nil) && (header["jwk"] != nil) == (path == "/account"))
        if let kid = header["kid"] { #expect(kid.string == Self.base + "/account/1") }
        payloads[path, default: []].append(try decoded(payload))
        headers[path, default: []].append(text)
        return try #require(header["nonce"]?.string)
    }

    private func decoded(_ text: String) throws -> String {
        let bytes = try #require(Base64.url.decode(text.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func nextNonce() -> String {
        made += 1
        nonces.insert("nonce-\(made)")
        return "nonce-\(made)"
    }

    private mutating func next(_ path: String, nonce: String?) -> ServerAnswer {
        guard var left = answers[path], let first = left.first else {
            return ServerAnswer(status: 404, nonce: nonce, location: nil, retryAfterSeconds: 0, body: [])
        }
        if left.count > 1 { left.removeFirst() }
        answers[path] = left
        return ServerAnswer(
            status: first.status, nonce: nonce, location: first.location, retryAfterSeconds: first.retryAfterSeconds,
            body: first.body)
    }
}

/// What came of an issuance.
struct Run {
    var server: StubServer
    var proofs: [Proof] = []
    var waits: [Int] = []
    var chain: String?
    var failure: IssuanceFailure?

    init(
        _ server: StubServer = StubServer(), hosts: [String] = ["a.example"], email: String? = nil,
        challenges: [ChallengeKind] = [.http, .tlsALPN], externalAccount: ExternalAccount? = nil
    ) throws {
        self.server = server
        let key = SigningKey()
        let wish = Issuance.Wish(
            directory: StubServer.base + "/dir", hosts: hosts, email: email, challenges: challenges,
            externalAccount: externalAccount)
        var issuance = Issuance(
            wish, AccountKey(key), certificateRequest: SigningKey().certificateRequest(for: hosts))
        var step = issuance.begin()
        while chain == nil, failure == nil {
            switch step {
            case .ask(let request): step = issuance.take(try self.server.take(request, of: key))
            case .prove(let wanted):
                proofs = wanted
                step = issuance.resume()
            case .wait(let seconds):
                waits.append(seconds)
                step = issuance.resume()
            case .done(let made): chain = made
            case .failed(let reason): failure = reason
            }
        }
    }
}
