import Bytes
import COpenSSL
import JSON
import TestSupport
import Testing

@testable import Security

private let now: Int64 = 1_800_000_000

struct TokenVerifierTests {
    @Test(arguments: TokenAlgorithm.allCases)
    func `a good token tells its claims`(algorithm: TokenAlgorithm) throws {
        let key = try TestKey(algorithm)
        let token = key.signer.sign {
            $0.field("sub", "alice")
            $0.field("exp", now + 60)
            $0.field("iat", now)
            $0.field("sdkAppId", 1_400_000_000)
            $0.field("plan", "gold")
        }
        let claims = try TokenVerifier(keys: keySet(key.entry)).verify(token, now: now)
        #expect(claims.subject == "alice")
        #expect(claims.expiresAt == now + 60)
        #expect(claims.issuedAt == now)
        #expect(claims.sdkAppID == 1_400_000_000)
        let document = JSONDocument()
        #expect(try document.parse(claims.payload)["plan"]?.string == "gold")
    }

    @Test(arguments: TokenAlgorithm.allCases)
    func `a token with any bit of it changed is refused`(algorithm: TokenAlgorithm) throws {
        let key = try TestKey(algorithm, id: "k")
        let verifier = TokenVerifier(keys: try keySet(key.entry))
        let token = Array(valid(key.signer).utf8)
        _ = try verifier.verify(String(decoding: token, as: UTF8.self), now: now)
        for place in token.indices {
            for bit in 0..<8 {
                var tampered = token
                tampered[place] ^= 1 << bit
                #expect(throws: TokenRefusal.self, "bit \(bit) of byte \(place)") {
                    _ = try tampered.withUnsafeBytes { try verifier.verify($0, now: now) }
                }
            }
        }
    }

    @Test func `a token with any part of it cut off is refused`() throws {
        let key = try TestKey(.hs256)
        let verifier = TokenVerifier(keys: try keySet(key.entry))
        let token = valid(key.signer)
        for length in 0..<token.utf8.count {
            #expect(throws: TokenRefusal.self) { _ = try verifier.verify(String(token.prefix(length)), now: now) }
            #expect(throws: TokenRefusal.self) { _ = try verifier.verify(String(token.suffix(length)), now: now) }
        }
    }

    @Test(arguments: [
        ("", TokenRefusal.empty), (".", .malformed), ("..", .malformed), ("...", .malformed), ("a.b", .malformed),
        ("eyJhbGciOiJIUzI1NiJ9.e30.AA==", .malformed), ("eyJhbGciOiJIUzI1NiJ9.e30.AA.AA", .malformed),
        (" eyJhbGciOiJIUzI1NiJ9.e30.AA", .malformed), ("eyJhbGciOiJIUzI1NiJ9.e30.AA\n", .malformed),
        ("eyJhbGciOiJIUzI1NiJ9.e30.", .badSignature),
    ])
    func `what is no compact JWS is refused`(token: String, refusal: TokenRefusal) throws {
        let verifier = TokenVerifier(keys: try keySet(TestKey(.hs256).entry))
        #expect(throws: refusal) { _ = try verifier.verify(token, now: now) }
    }

    @Test(arguments: [
        (#"{"alg":"none"}"#, TokenRefusal.unsupportedAlgorithm), (#"{"alg":"None"}"#, .unsupportedAlgorithm),
        (#"{"alg":"hs256"}"#, .unsupportedAlgorithm), (#"{"alg":"HS384"}"#, .unsupportedAlgorithm),
        (#"{"alg":"PS256"}"#, .unsupportedAlgorithm), (#"{"alg":""}"#, .unsupportedAlgorithm),
        (#"{"alg":null}"#, .malformed), (#"{"alg":["HS256"]}"#, .malformed), ("{}", .malformed), ("[]", .malformed),
        (#""HS256""#, .malformed), ("", .malformed), (#"{"alg":"HS256","alg":"none"}"#, .malformed),
        (#"{"alg":"HS256","kid":7}"#, .malformed), (#"{"alg":"HS256","kid":"other"}"#, .unknownKey),
        (#"{"alg":"HS256","kid":""}"#, .unknownKey),
        (#"{"alg":"HS256","crit":["exp"],"exp":1}"#, .unsupportedExtension),
        (#"{"alg":"HS256","crit":[]}"#, .unsupportedExtension), (#"{"alg":"RS256","kid":"k"}"#, .unknownKey),
    ])
    func `a header that is not ours is refused, however well it is signed`(header: String, refusal: TokenRefusal) throws
    {
        let secret = Random.bytes(32)
        let keys = try keySet(#"{"kid":"k","alg":"HS256","secret":"\#(Base64.url.encode(secret))"}"#)
        let token = signed(header, #"{"sub":"alice","exp":\#(now + 60)}"#, secret)
        #expect(throws: refusal) { _ = try TokenVerifier(keys: keys).verify(token, now: now) }
    }

    @Test func `a key that the header brings along is not looked at`() throws {
        let secret = Random.bytes(32)
        let text = Base64.url.encode(secret)
        let header = #"{"alg":"HS256","jwk":{"kty":"oct","k":"\#(text)"},"jku":"https://example.org/keys"}"#
        let verifier = TokenVerifier(keys: try keySet(TestKey(.hs256).entry))
        let token = signed(header, #"{"sub":"alice","exp":\#(now + 60)}"#, secret)
        #expect(throws: TokenRefusal.badSignature) { _ = try verifier.verify(token, now: now) }
    }

    @Test(arguments: [TokenAlgorithm.rs256, .es256, .edDSA])
    func `a public key is no HMAC secret`(algorithm: TokenAlgorithm) throws {
        let key = try TestKey(algorithm, id: "k")
        let verifier = TokenVerifier(keys: try keySet(key.entry))
        let payload = #"{"sub":"alice","exp":\#(now + 60)}"#
        let secret = Array(TestKeyPair.for(algorithm).publicPEM.utf8)
        for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"k"}"#] {
            let token = signed(header, payload, secret)
            #expect(throws: TokenRefusal.unknownKey) { _ = try verifier.verify(token, now: now) }
        }
        let header = #"{"alg":"\#(algorithm.rawValue)","kid":"k"}"#
        #expect(throws: TokenRefusal.badSignature) {
            _ = try verifier.verify(signed(header, payload, secret), now: now)
        }
    }

    @Test(
        arguments: [
            // exp, nbf, iat relative to now; leeway
            (0, nil, nil, 0, TokenRefusal.expired), (1, nil, nil, 0, nil), (-29, nil, nil, 30, nil),
            (-30, nil, nil, 30, .expired), (-31, nil, nil, 30, .expired), (60, 0, nil, 0, nil),
            (60, 1, nil, 0, .notYetValid),
            (60, 30, nil, 30, nil), (60, 31, nil, 30, .notYetValid), (60, nil, 30, 30, nil),
            (60, nil, 31, 30, .notYetValid),
            (60, -1_000_000, -1_000_000, 0, nil),
        ] as [(Int64, Int64?, Int64?, Int64, TokenRefusal?)])
    func `times count to the second`(
        exp: Int64, nbf: Int64?, iat: Int64?, leeway: Int64, refusal: TokenRefusal?
    ) throws {
        let key = try TestKey(.hs256)
        let verifier = TokenVerifier(keys: try keySet(key.entry), policy: TokenPolicy(leewaySeconds: leeway))
        let token = key.signer.sign {
            $0.field("sub", "alice")
            $0.field("exp", now + exp)
            if let nbf { $0.field("nbf", now + nbf) }
            if let iat { $0.field("iat", now + iat) }
        }
        #expect(refused { _ = try verifier.verify(token, now: now) } == refusal)
    }

    @Test(
        arguments: [
            (#"{"exp":1800000060}"#, TokenRefusal.missingUser(claim: "sub")),
            (#"{"sub":"","exp":1800000060}"#, .malformedUser(claim: "sub")),
            (#"{"sub":7,"exp":1800000060}"#, .malformedUser(claim: "sub")), (#"{"sub":"a"}"#, .missingClaim(.expiry)),
            (#"{"sub":"a","exp":null}"#, .malformedClaim(.expiry)),
            (#"{"sub":"a","exp":"1800000060"}"#, .malformedClaim(.expiry)),
            (#"{"sub":"a","exp":1e400}"#, .malformedClaim(.expiry)),
            (#"{"sub":"a","exp":1e30}"#, .malformedClaim(.expiry)),
            (#"{"sub":"a","exp":-1}"#, .expired), (#"{"sub":"a","exp":-9223372036854775808}"#, .expired),
            (#"{"sub":"a","exp":1800000000.5}"#, .expired), (#"{"sub":"a","exp":1800000001.5}"#, nil),
            (#"{"sub":"a","exp":1.80000006e9}"#, nil), (#"{"sub":"a","exp":9223372036854775807}"#, nil),
            (#"{"sub":"a","exp":1800000060,"nbf":"x"}"#, .malformedClaim(.notBefore)),
            (#"{"sub":"a","exp":1800000060,"iat":{}}"#, .malformedClaim(.issuedAt)),
            (#"{"sub":"a","exp":1800000060,"sdkAppId":"1"}"#, .malformedClaim(.sdkAppID)),
            (#"{"sub":"a","exp":1800000060,"sdkAppId":-1}"#, .malformedClaim(.sdkAppID)),
            (#"{"sub":"a","exp":1800000060,"exp":1900000000}"#, .malformed), (#"["sub"]"#, .malformed),
            ("", .malformed),
            (#"{"sub":"a","exp":1800000060} "#, nil), (#"{"sub":"a","exp":1800000060}x"#, .malformed),
            (#"{"sub":"\ud800","exp":1800000060}"#, .malformed),
        ] as [(String, TokenRefusal?)])
    func `claims are required, typed and exact`(payload: String, refusal: TokenRefusal?) throws {
        let key = try TestKey(.hs256)
        let verifier = TokenVerifier(keys: try keySet(key.entry), policy: TokenPolicy(leewaySeconds: 0))
        let token = Array(payload.utf8).withUnsafeBytes { key.signer.sign(payload: $0) }
        #expect(refused { _ = try verifier.verify(token, now: now) } == refusal)
    }

    @Test(
        arguments: [
            ("", nil, nil, nil), ("", "me", nil, .wrongAudience), (#""aud":"me","#, "me", nil, nil),
            (#""aud":["x","me"],"#, "me", nil, nil), (#""aud":["x"],"#, "me", nil, .wrongAudience),
            (#""aud":"me","#, nil, nil, .wrongAudience), (#""aud":[],"#, nil, nil, .wrongAudience),
            (#""aud":7,"#, "me", nil, .malformedClaim(.audience)),
            (#""aud":["me",7],"#, "me", nil, .malformedClaim(.audience)),
            ("", nil, "them", .wrongIssuer), (#""iss":"them","#, nil, "them", nil),
            (#""iss":"they","#, nil, "them", .wrongIssuer),
            (#""iss":"th\u00e9m","#, nil, "th\u{E9}m", nil), (#""iss":"the\u0301m","#, nil, "th\u{E9}m", .wrongIssuer),
            (#""aud":"m\u00e9","#, "m\u{E9}", nil, nil), (#""aud":["me\u0301"],"#, "m\u{E9}", nil, .wrongAudience),
            (#""iss":["them"],"#, nil, "them", .malformedClaim(.issuer)), (#""iss":"any","#, nil, nil, nil),
        ] as [(String, String?, String?, TokenRefusal?)])
    func `audience and issuer must be the expected`(
        claims: String, audience: String?, issuer: String?, refusal: TokenRefusal?
    ) throws {
        let key = try TestKey(.hs256)
        let policy = TokenPolicy(issuer: issuer, audience: audience)
        let verifier = TokenVerifier(keys: try keySet(key.entry), policy: policy)
        let payload = #"{\#(claims)"sub":"alice","exp":\#(now + 60)}"#
        let token = Array(payload.utf8).withUnsafeBytes { key.signer.sign(payload: $0) }
        #expect(refused { _ = try verifier.verify(token, now: now) } == refusal)
    }

    @Test func `a token is taken to the limit of its bytes and no further`() throws {
        let key = try TestKey(.hs256)
        let token = valid(key.signer)
        let keys = try keySet(key.entry)
        let exact = TokenVerifier(keys: keys, policy: TokenPolicy(maximumBytes: token.utf8.count))
        _ = try exact.verify(token, now: now)
        let tooSmall = TokenVerifier(keys: keys, policy: TokenPolicy(maximumBytes: token.utf8.count - 1))
        #expect(throws: TokenRefusal.tooLong(limit: token.utf8.count - 1)) { _ = try tooSmall.verify(token, now: now) }
    }

    @Test func `keys rotate while tokens of the old one live`() throws {
        let old = try TestKey(.hs256, id: "old")
        let new = try TestKey(.es256, id: "new")
        let nameless = try TestKey(.hs256)
        let before = TokenVerifier(keys: try keySet(old.entry))
        #expect(throws: TokenRefusal.unknownKey) { _ = try before.verify(valid(new.signer), now: now) }
        let between = TokenVerifier(keys: try keySet(nameless.entry, old.entry, new.entry))
        for signer in [old.signer, new.signer, nameless.signer] { _ = try between.verify(valid(signer), now: now) }
        let after = TokenVerifier(keys: try keySet(new.entry))
        _ = try after.verify(valid(new.signer), now: now)
        #expect(throws: TokenRefusal.unknownKey) { _ = try after.verify(valid(old.signer), now: now) }
        #expect(throws: TokenRefusal.unknownKey) { _ = try after.verify(valid(nameless.signer), now: now) }
    }

    @Test(arguments: [TokenAlgorithm.rs256, .es256, .edDSA])
    func `a refused signature leaves no error for TLS to find`(algorithm: TokenAlgorithm) throws {
        let key = try TestKey(algorithm)
        let verifier = TokenVerifier(keys: try keySet(key.entry))
        let token = valid(key.signer)
        let signature = token[token.lastIndex(of: ".")!...].dropFirst()
        for bad in [
            "", "AAAA", String(repeating: "A", count: 86), String(repeating: "_", count: signature.count - 1) + "8",
        ] {
            #expect(throws: TokenRefusal.self) {
                _ = try verifier.verify(String(token.dropLast(signature.count)) + bad, now: now)
            }
            #expect(ERR_peek_error() == 0)
        }
    }

    @Test func `random bytes never pass`() throws {
        var random = SeededRandom()
        let verifier = TokenVerifier(keys: try keySet(TestKey(.hs256).entry, TestKey(.edDSA).entry))
        let alphabet = Array("eyJhbGciOiJIUzI1NiJ9.{}\"=-_A".utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            #expect(throws: TokenRefusal.self, "\(random)") {
                _ = try bytes.withUnsafeBytes { try verifier.verify($0, now: now) }
            }
        }
    }
}

private func valid(_ signer: TokenSigner) -> String {
    signer.sign {
        $0.field("sub", "alice")
        $0.field("exp", now + 60)
    }
}

/// By hand, so that the header can be anything.
private func signed(_ header: String, _ payload: String, _ secret: [UInt8]) -> String {
    let message = Base64.url.encode(header.utf8) + "." + Base64.url.encode(payload.utf8)
    let code = Array(message.utf8).withUnsafeBytes { Signature.hmac($0, secret: secret) }
    return message + "." + Base64.url.encode(code)
}

private func refused(_ verify: () throws -> Void) -> TokenRefusal? {
    do {
        try verify()
        return nil
    } catch {
        return error as? TokenRefusal
    }
}
