import Bytes
import JSON
import Testing

@testable import Security

/// Keys as issuers publish them, and whose tokens they make good.
struct PublishedKeyTests {
    @Test(
        arguments: [
            ("RS256", nil), ("RS256", "RS256"), ("ES256", nil), ("ES256", "ES256"), ("EdDSA", nil), ("EdDSA", "EdDSA"),
            ("EdDSA", "Ed25519"),
        ] as [(String, String?)])
    func `a key is for the algorithm of its kind, whether it says so or not`(name: String, alg: String?) throws {
        let algorithm = try #require(TokenAlgorithm(rawValue: name))
        let more = alg.map { #","alg":"\#($0)""# } ?? ""
        let keys = try KeySet(jwks: Array(#"{"keys":[{"kid":"k",\#(numbers(algorithm))\#(more)}]}"#.utf8))
        #expect(keys.keys.map(\.algorithm) == [algorithm] && keys.keys[0].id == "k")
        let signer = try TokenSigner(privateKey: TestKeyPair.for(algorithm).privatePEM, algorithm, id: "k")
        #expect(try TokenVerifier(keys: keys).verify(token(signer), now: 0).subject == "anna")
    }

    @Test(arguments: [
        #""kty":"oct","k":"c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3JldCE","alg":"HS256""#, #""kty":"RSA""#,
        #""kty":7"#,
        #""kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA""#, #""kty":"EC","crv":"P-384","x":"","y":"""#, #""n":1"#,
    ])
    func `a key that nobody could use is passed over`(members: String) throws {
        let good = #"{"kid":"good",\#(numbers(.es256))}"#
        #expect(try KeySet(jwks: Array(#"{"keys":[{\#(members)},\#(good)]}"#.utf8)).keys.map(\.id) == ["good"])
        #expect(throws: KeyFileError.noUsableKey) { _ = try KeySet(jwks: Array(#"{"keys":[{\#(members)}]}"#.utf8)) }
    }

    @Test(arguments: [
        #""use":"enc""#, #""alg":"RS256""#, #""alg":"ES512""#, #""alg":7"#, #""key_ops":["sign"]"#, #""d":"AA""#,
        #""kid":7"#,
    ])
    func `a key is passed over that is for something else, or should not be there`(member: String) throws {
        #expect(throws: KeyFileError.noUsableKey) {
            _ = try KeySet(jwks: Array(#"{"keys":[{\#(numbers(.es256)),\#(member)}]}"#.utf8))
        }
    }

    @Test(arguments: ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[}"#])
    func `what is no set of keys is refused`(text: String) {
        #expect(throws: KeyFileError.self) { _ = try KeySet(jwks: Array(text.utf8)) }
    }

    @Test func `a set has its limit`() throws {
        let key = #"{\#(numbers(.edDSA))}"#
        func set(_ count: Int) throws -> KeySet {
            let keys = Array(repeating: key, count: count).joined(separator: ",")
            return try KeySet(jwks: Array(#"{"keys":[\#(keys)]}"#.utf8))
        }
        #expect(try set(64).count == 64)
        #expect(throws: KeyFileError.tooManyKeys(65)) { _ = try set(65) }
    }

    @Test func `each issuer's keys make its own tokens good, and the server's the others`() throws {
        let (own, one, two) = (try TestKey(.hs256), TestKeyPair.es256, TestKeyPair.edDSA)
        let issuers = [
            PublishedIssuer(name: "one", audience: nil, keys: try KeySet(jwks: set(.es256))),
            PublishedIssuer(name: "two", audience: "me", keys: try KeySet(jwks: set(.edDSA))),
            PublishedIssuer(name: "three", audience: nil, keys: nil),
        ]
        let verifier = TokenVerifier(keys: try keySet(own.entry), issuers: issuers)
        func verdict(_ signer: TokenSigner, _ issuer: String?, _ audience: String? = nil) -> TokenRefusal? {
            let token = signer.sign {
                $0.field("sub", "anna")
                $0.field("exp", 100)
                if let issuer { $0.field("iss", issuer) }
                if let audience { $0.field("aud", audience) }
            }
            do throws(TokenRefusal) {
                _ = try verifier.verify(token, now: 0)
                return nil
            } catch {
                return error
            }
        }
        let first = try TokenSigner(privateKey: one.privatePEM, .es256)
        let second = try TokenSigner(privateKey: two.privatePEM, .edDSA)
        #expect(verdict(first, "one") == nil)
        #expect(verdict(second, "two", "me") == nil)
        #expect(verdict(second, "two") == .wrongAudience)
        #expect(verdict(second, "two", "you") == .wrongAudience)
        #expect(verdict(first, "one", "me") == .wrongAudience)
        #expect(verdict(first, "two", "me") == .unpublishedKey(issuer: "two"))
        #expect(verdict(second, "one") == .unpublishedKey(issuer: "one"))
        #expect(verdict(first, "three") == .unpublishedKey(issuer: "three"))
        #expect(verdict(first, nil) == .unknownKey)
        #expect(verdict(first, "four") == .unknownKey)
        for issuer in [nil, "one", "two", "three", "four"] { #expect(verdict(own.signer, issuer) == nil) }
        #expect(verdict(try TestKey(.hs256).signer, "one") == .unpublishedKey(issuer: "one"))
        #expect(verdict(try TestKey(.hs256).signer, nil) == .badSignature)
    }

    @Test func `another claim can name the user`() throws {
        let key = try TestKey(.hs256)
        let verifier = TokenVerifier(keys: try keySet(key.entry), policy: TokenPolicy(userClaim: "uid"))
        func subject(_ payload: String) throws -> String {
            var payload = payload
            return try verifier.verify(
                payload.withUTF8 { key.signer.sign(payload: UnsafeRawBufferPointer($0)) }, now: 0
            ).subject
        }
        #expect(try subject(#"{"sub":"a","uid":"b","exp":9}"#) == "b")
        #expect(throws: TokenRefusal.missingUser(claim: "uid")) { try subject(#"{"sub":"a","exp":9}"#) }
        #expect(throws: TokenRefusal.malformedUser(claim: "uid")) { try subject(#"{"uid":7,"exp":9}"#) }
    }

    private func set(_ algorithm: TokenAlgorithm) -> [UInt8] { Array(#"{"keys":[{\#(numbers(algorithm))}]}"#.utf8) }
}

private func token(_ signer: TokenSigner) -> String {
    signer.sign {
        $0.field("sub", "anna")
        $0.field("exp", 100)
    }
}

/// The members of the JWK of the test's key: its numbers stand at the end of a SubjectPublicKeyInfo, an RSA key's inside.
private func numbers(_ algorithm: TokenAlgorithm) -> String {
    let lines = TestKeyPair.for(algorithm).publicPEM.split(separator: "\n").dropFirst().dropLast()
    let bytes = Base64.standard.decode(Array(lines.joined().utf8))!
    switch algorithm {
    case .rs256: return #""kty":"RSA","n":"\#(Base64.url.encode(bytes[33..<289]))","e":"AQAB""#
    case .es256:
        let (x, y) = (Base64.url.encode(bytes.suffix(64).prefix(32)), Base64.url.encode(bytes.suffix(32)))
        return #""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)""#
    case .edDSA: return #""kty":"OKP","crv":"Ed25519","x":"\#(Base64.url.encode(bytes.suffix(32)))""#
    case .hs256: preconditionFailure("a secret has no numbers")
    }
}
