import Bytes
import Security
import Testing

@testable import Push

struct MessageEncryptionTests {
    /// RFC 8291, appendix A.
    @Test func `the standard's example comes out byte for byte`() throws {
        let own = try key(
            "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        let subscription = try PushSubscription(
            """
            {"endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}
            """)
        let salt = try #require(Base64.url.decode("DGv6ra1nlYgDCS1FRnbzlw".utf8))
        let body = MessageEncryption(key: own, salt: salt).encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: subscription)
        #expect(
            Base64.url.encode(try #require(body))
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test func `every message has a key and a salt of its own`() {
        let (first, second) = (MessageEncryption(), MessageEncryption())
        #expect(first.salt != second.salt && first.key.point != second.key.point)
    }

    /// Of its numbers, in the form of RFC 5915.
    private func key(_ number: String, _ point: String) throws -> AgreementKey {
        let number = try #require(Base64.url.decode(number.utf8))
        let point = try #require(Base64.url.decode(point.utf8))
        let curve: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let der = [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20] + number + curve + [0xA1, 0x44, 0x03, 0x42, 0x00] + point
        let lines = ["-----BEGIN EC PRIVATE KEY-----", Base64.standard.encode(der), "-----END EC PRIVATE KEY-----", ""]
        let key = try AgreementKey(privateKey: lines.joined(separator: "\n"))
        #expect(key.point == point)
        return key
    }
}
