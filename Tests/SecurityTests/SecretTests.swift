import Bytes
import TestSupport
import Testing

@testable import Security

struct SecretTests {
    @Test(arguments: [
        ("", SecretStrength.Weakness.short(bytes: 0)), ("kJ8#mQ2$vX9!pL4@wN7%tR3^yB6&hD", .short(bytes: 30)),
        ("secret", .wellKnown), ("Secret", .wellKnown), ("changeme", .wellKnown), ("password", .wellKnown),
        ("your-256-bit-secret", .wellKnown), ("a-string-secret-at-least-256-bits-long", .wellKnown),
        ("change-me-change-me-please-0123456789", .wellKnown),
        ("CHANGE_THIS_TO_A_LONG_RANDOM_STRING_OF_YOURS", .wellKnown),
        ("my-super-secret-jwt-signing-key-2024-prod", .wellKnown), ("qwertyuiopasdfghjklzxcvbnm123456", .wellKnown),
        ("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow", .wellKnown),
        (String(repeating: "a", count: 64), .repetitive), (String(repeating: "\0", count: 32), .repetitive),
        (String(repeating: "kJ8#mQ2$", count: 4), .repetitive),
        (String(repeating: "kJ8#mQ2$vX9!pL4@", count: 2), .repetitive),
        ("kJ8#mQ2$vX9!pkJ8#mQ2$vX9!pkJ8#mQ2$vX9!", .repetitive), ("abababcabababcabababcabababcabaddabab", .repetitive),
        ("abcdefghijklmnopqrstuvwxyz0123456789", .sequential), ("zyxwvutsrqponmlkjihgfedcba9876543210", .sequential),
        ("kJ8#mQ2$000000000000000000000000000000000vX9", .sequential),
    ])
    func `a weak secret is refused`(secret: String, weakness: SecretStrength.Weakness) {
        #expect(SecretStrength.weakness(of: Array(secret.utf8)) == weakness)
        #expect(throws: weakness) { _ = try SecretKey(secret) }
    }

    @Test func `random secrets are strong, as bytes and as text`() {
        var random = SeededRandom()
        for count in 32..<64 {
            for _ in 0..<10 {
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                let digits = bytes.map { Array("0123456789abcdef".utf8)[Int($0) % 16] }
                #expect(SecretStrength.weakness(of: bytes) == nil, "\(random)")
                #expect(SecretStrength.weakness(of: digits) == nil, "\(random)")
                #expect(SecretStrength.weakness(of: Array(Base64.url.encode(bytes).utf8)) == nil, "\(random)")
            }
        }
    }

    @Test func `a key matches itself and nothing else`() throws {
        let text = "kJ8-mQ2-vX9-pL4-wN7-tR3-yB6-hD5-zC1"
        let key = try SecretKey(text)
        #expect(matches(key, text))
        for other in ["", String(text.dropLast()), text + "x", text.uppercased(), text + "\0"] {
            #expect(!matches(key, other))
        }
        #expect("\(key)" == "SecretKey")
    }

    @Test func `admin keys tell whose was presented`() throws {
        let (shop, crm) = (Base64.url.encode(Random.bytes(32)), Base64.url.encode(Random.bytes(32)))
        let file = #"{"keys":[{"name":"shop","secret":"\#(shop)"},{"name":"crm","secret":"\#(crm)"}]}"#
        let keys = try AdminKeys(Array(file.utf8))
        #expect(name(keys, shop) == "shop")
        #expect(name(keys, crm) == "crm")
        for other in ["", "shop", shop + crm, String(shop.dropLast())] { #expect(name(keys, other) == nil) }
    }

    @Test(arguments: [
        (#"{"name":"a"}"#, KeyProblem.missing(field: "secret")), (#"{"secret":"a"}"#, .missing(field: "name")),
        (#"{"name":"a","secret":"changeme"}"#, .weakSecret(.wellKnown)),
        (#"{"name":"a","secret":"x"}"#, .weakSecret(.short(bytes: 1))),
        (#"{"name":"a","secret":"x","alg":"HS256"}"#, .unknownField("alg")), ("[]", .notAnObject),
        (strong(#""scopes":"*""#), .notStrings(field: "scopes")),
        (strong(#""scopes":[]"#), .notStrings(field: "scopes")),
        (strong(#""scopes":["*",1]"#), .notStrings(field: "scopes")),
        (strong(#""addresses":null"#), .notStrings(field: "addresses")),
        (strong(#""requestsPerSecond":0"#), .notACount(field: "requestsPerSecond", most: 1_000_000)),
        (strong(#""requestsPerSecond":"5""#), .notACount(field: "requestsPerSecond", most: 1_000_000)),
        (strong(#""requestsPerSecond":5,"burst":-1"#), .notACount(field: "burst", most: 1_000_000)),
        (strong(#""burst":5"#), .missing(field: "requestsPerSecond")),
    ])
    func `an unusable admin key is refused and named`(entry: String, problem: KeyProblem) {
        #expect { _ = try AdminKeys(Array(#"{"keys":[\#(entry)]}"#.utf8)) } throws: { error in
            guard case .key(let place, let found) = error as? KeyFileError else { return false }
            return place.hasPrefix("keys[0]") && found == problem
        }
    }

    @Test func `an admin key says what it is good for, or is good for all`() throws {
        let limited = strong(#""scopes":["admin.*"],"addresses":["::1","10.0.0.0/8"],"requestsPerSecond":5"#)
        let file = #"{"keys":[\#(limited),\#(strong(#""requestsPerSecond":5,"burst":9"#, name: "b"))]}"#
        let keys = try AdminKeys(Array(file.utf8)).keys
        #expect(keys[0].scopes == ["admin.*"] && keys[0].addresses == ["::1", "10.0.0.0/8"])
        #expect(keys[0].rate?.perSecond == 5 && keys[0].rate?.burst == 5)
        #expect(keys[1].scopes == nil && keys[1].addresses == nil && keys[1].rate?.burst == 9)
    }

    @Test func `two admin keys of one name are refused`() {
        let entry = #"{"name":"a","secret":"\#(Base64.url.encode(Random.bytes(32)))"}"#
        #expect(throws: KeyFileError.key(place: "keys[1] (a)", problem: .duplicateID)) {
            _ = try AdminKeys(Array(#"{"keys":[\#(entry),\#(entry)]}"#.utf8))
        }
    }

    @Test func `random bytes are as many as asked for, and others every time`() {
        #expect(Random.bytes(0).isEmpty)
        #expect(Random.bytes(33).count == 33)
        #expect(Set((0..<100).map { _ in Random.bytes(16) }).count == 100)
    }
}

private func strong(_ more: String, name: String = "a") -> String {
    #"{"name":"\#(name)","secret":"\#(Base64.url.encode(Random.bytes(32)))",\#(more)}"#
}

private func matches(_ key: SecretKey, _ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { key.matches($0) }
}

private func name(_ keys: AdminKeys, _ text: String) -> String? {
    Array(text.utf8).withUnsafeBytes { keys.name(of: $0) }
}
