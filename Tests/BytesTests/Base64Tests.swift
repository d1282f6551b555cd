import TestSupport
import Testing

@testable import Bytes

struct Base64Tests {
    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `the RFC's vectors go both ways`(plain: String, encoded: String) {
        #expect(Base64.standard.encode(plain.utf8) == encoded)
        #expect(Base64.standard.decode(encoded.utf8) == Array(plain.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Zg===", "Z===", "=", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zm-_", "Zg==Zg=="])
    func `the standard alphabet refuses what is not exactly it`(text: String) {
        #expect(Base64.standard.decode(text.utf8) == nil)
    }

    @Test(arguments: ["A", "Zg==", "Zh", "Zm+/", "Zm9v="])
    func `the URL alphabet refuses padding, stray bits and the other alphabet`(text: String) {
        #expect(Base64.url.decode(text.utf8) == nil)
    }

    @Test(arguments: ["+/8=", "+/8", "-_8=", "-_8"])
    func `of clients either alphabet is taken, padded or not`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes(Base64.decodeAny) == [0xFB, 0xFF])
    }

    @Test(arguments: ["+_8=", "+/8==", "+/9", "A", "=", "====", "+/ 8", "Zg=", "Z==="])
    func `of clients both alphabets at once, other padding and stray bits are refused`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes(Base64.decodeAny) == nil)
    }

    @Test func `random bytes come back`() {
        var random = SeededRandom()
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.standard.decode(Base64.standard.encode(bytes).utf8) == bytes, "\(random)")
            #expect(Base64.url.decode(Base64.url.encode(bytes).utf8) == bytes, "\(random)")
        }
    }
}
