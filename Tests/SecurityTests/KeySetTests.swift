import Bytes
import JSON
import Testing

@testable import Security

private let strong = "3q2-7wAB_9f8e7d6c5b4a392817f6e5d4c3b2a1908E"

struct KeySetTests {
    @Test func `a file may hold keys of every algorithm`() throws {
        let entries = try TokenAlgorithm.allCases.map { try TestKey($0, id: $0.rawValue).entry }
        let keys = try KeySet(Array(#"{"keys":[\#(entries.joined(separator: ","))]}"#.utf8))
        #expect(keys.keys.map(\.id) == TokenAlgorithm.allCases.map(\.rawValue))
        #expect(keys.keys.map(\.algorithm) == TokenAlgorithm.allCases)
    }

    @Test(arguments: ["[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"more":1}"#, "7"])
    func `another shape than a list of keys is refused`(file: String) {
        #expect(throws: KeyFileError.notAKeyFile) { _ = try KeySet(Array(file.utf8)) }
    }

    @Test func `a file that is no JSON is refused with the byte`() {
        #expect { _ = try KeySet(Array(#"{"keys":[)"#.utf8)) } throws: { error in
            "\(error)" == "is not JSON: unexpected character (byte 9)"
        }
    }

    @Test func `a file without keys is refused`() {
        #expect(throws: KeyFileError.empty) { _ = try KeySet(Array(#"{"keys":[]}"#.utf8)) }
    }

    @Test(arguments: [
        ("7", KeyProblem.notAnObject), (#"{"kid":"a"}"#, .missing(field: "alg")),
        (#"{"alg":7}"#, .notAString(field: "alg")),
        (#"{"alg":"none"}"#, .unknownAlgorithm("none")),
        (#"{"alg":"HS512","secret":"\#(strong)"}"#, .unknownAlgorithm("HS512")),
        (#"{"alg":"HS256"}"#, .missing(field: "secret")),
        (#"{"alg":"HS256","secret":"\#(strong)="}"#, .notBase64URL(field: "secret")),
        (#"{"alg":"HS256","secret":"a b"}"#, .notBase64URL(field: "secret")),
        (#"{"alg":"HS256","secret":""}"#, .weakSecret(.short(bytes: 0))),
        (#"{"alg":"HS256","secret":"c2hvcnQ"}"#, .weakSecret(.short(bytes: 5))),
        (#"{"alg":"HS256","secret":"your-256-bit-secret"}"#, .weakSecret(.wellKnown)),
        (#"{"alg":"HS256","secret":"\#(strong)","pem":""}"#, .unknownField("pem")),
        (#"{"alg":"HS256","secret":"\#(strong)","Kid":""}"#, .unknownField("Kid")),
        (#"{"alg":"HS256","kid":1,"secret":"\#(strong)"}"#, .notAString(field: "kid")),
        (#"{"alg":"RS256","secret":"\#(strong)"}"#, .unknownField("secret")),
        (#"{"alg":"RS256"}"#, .missing(field: "pem")),
        (#"{"alg":"RS256","pem":"rubbish"}"#, .unreadablePEM), (#"{"alg":"RS256","pem":""}"#, .unreadablePEM),
        (#"{"alg":"ES256","kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, .unreadableJWK),
        (#"{"alg":"ES256","kty":"EC","crv":"P-256","x":"AA"}"#, .missing(field: "y")),
        (#"{"alg":"ES256","kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, .unreadableJWK),
        (#"{"alg":"ES256","kty":"XX"}"#, .unreadableJWK),
        (#"{"alg":"EdDSA","kty":"OKP","crv":"X25519","x":"AA"}"#, .unreadableJWK),
        (#"{"alg":"EdDSA","kty":"OKP","crv":"Ed25519","x":"AA"}"#, .unreadableJWK),
        (#"{"alg":"EdDSA","kty":"OKP","crv":"Ed25519","x":"!"}"#, .notBase64URL(field: "x")),
        (#"{"alg":"EdDSA","kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}"#, .privateKey),
        (#"{"alg":"EdDSA","kty":"OKP","crv":"Ed25519","x":"AA","use":"enc"}"#, .notForSignatures),
        (#"{"alg":"RS256","kty":"oct","k":"\#(strong)"}"#, .unreadableJWK),
        (#"{"alg":"HS256","kty":"oct","k":"c2hvcnQ"}"#, .weakSecret(.short(bytes: 5))),
        (#"{"alg":"HS256","kty":"RSA","n":"AA","e":"AQAB"}"#, .otherType(needed: "a JWK with the `kty` oct")),
        // A point that is not on the curve.
        (
            #"{"alg":"ES256","kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
                + #""y":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}"#, .unreadableJWK
        ),
    ])
    func `an unusable key is refused and named`(entry: String, problem: KeyProblem) throws {
        let good = #"{"kid":"good","alg":"HS256","secret":"\#(strong)"}"#
        #expect { _ = try keySet(good, entry) } throws: { error in
            guard case .key(let place, let found) = error as? KeyFileError else { return false }
            return place.hasPrefix("keys[1]") && found == problem
        }
    }

    @Test func `a good secret is taken plain and as a JWK`() throws {
        _ = try keySet(
            #"{"alg":"HS256","secret":"\#(strong)"}"#, #"{"alg":"HS256","kty":"oct","k":"\#(strong)","ext":true}"#)
    }

    @Test func `two keys of one name are refused`() throws {
        let key = #"{"kid":"a","alg":"HS256","secret":"\#(strong)"}"#
        #expect(throws: KeyFileError.key(place: "keys[1] (a)", problem: .duplicateID)) { _ = try keySet(key, key) }
    }

    @Test(arguments: [
        (TokenAlgorithm.rs256, TestKeyPair(rsaBits: 1024), KeyProblem.shortRSA(bits: 1024)),
        (.rs256, .es256, .otherType(needed: "an RSA key")), (.rs256, .edDSA, .otherType(needed: "an RSA key")),
        (.es256, TestKeyPair(curve: "P-384"), .otherType(needed: "a key on the curve P-256")),
        (.es256, TestKeyPair(curve: "secp256k1"), .otherType(needed: "a key on the curve P-256")),
        (.es256, .rs256, .otherType(needed: "a key on the curve P-256")),
        (.edDSA, .es256, .otherType(needed: "an Ed25519 key")),
        (.edDSA, TestKeyPair(type: "ED448"), .otherType(needed: "an Ed25519 key")),
        (.edDSA, TestKeyPair(type: "X25519"), .otherType(needed: "an Ed25519 key")),
    ])
    func `a pair of keys must suit its algorithm`(algorithm: TokenAlgorithm, pair: TestKeyPair, problem: KeyProblem) {
        #expect(throws: KeyFileError.key(place: "keys[0]", problem: problem)) {
            _ = try keySet(#"{"alg":"\#(algorithm.rawValue)","pem":"\#(escaped(pair.publicPEM))"}"#)
        }
        #expect(throws: problem) { _ = try TokenSigner(privateKey: pair.privatePEM, algorithm) }
    }

    @Test(arguments: [("AQ", KeyProblem.unsound), ("Ag", .unsound), ("AQAB", nil)] as [(String, KeyProblem?)])
    func `RSA's exponent is odd and not 1`(exponent: String, problem: KeyProblem?) {
        let key = #"{"alg":"RS256","kty":"RSA","n":"\#(rfc7515Modulus)","e":"\#(exponent)"}"#
        let found: KeyFileError?
        do {
            _ = try keySet(key)
            found = nil
        } catch {
            found = error as? KeyFileError
        }
        #expect(found == problem.map { .key(place: "keys[0]", problem: $0) })
    }

    @Test func `a private key in the server's file is refused`() {
        let pem = escaped(TestKeyPair.es256.privatePEM)
        #expect(throws: KeyFileError.key(place: "keys[0]", problem: .privateKey)) {
            _ = try keySet(#"{"alg":"ES256","pem":"\#(pem)"}"#)
        }
    }

    @Test func `a public key does not sign`() {
        #expect(throws: KeyProblem.unreadablePrivateKey) {
            _ = try TokenSigner(privateKey: TestKeyPair.es256.publicPEM, .es256)
        }
    }

    @Test func `a new file signs and verifies`() throws {
        let file = KeyFile.make(id: "dev \"1\"")
        let keys = try KeySet(Array(file.utf8))
        let signer = try #require(keys.signer(id: "dev \"1\""))
        let token = signer.sign {
            $0.field("sub", "alice")
            $0.field("exp", 100)
        }
        #expect(try TokenVerifier(keys: keys).verify(token, now: 0).subject == "alice")
        #expect(keys.signer() != nil)
        #expect(keys.signer(id: "other") == nil)
        #expect(KeyFile.make(id: "a") != KeyFile.make(id: "a"))
    }

    @Test func `an error names the key and the remedy`() {
        let error = KeyFileError.key(place: "keys[0] (old)", problem: .weakSecret(.short(bytes: 5)))
        #expect(
            error.description == "keys[0] (old) has a secret that has 5 bytes, and fewer than 32 can be guessed; "
                + "create a new one with `openssl rand -hex 32`")
    }
}
