import Curl
import Domain
import TestSupport
import Testing

@testable import Push

struct PayloadTests {
    private var random = SeededRandom()

    @Test mutating func `a text of any characters is shortened at one of them, and no more than it must`() {
        let alphabet: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\u{1}", "ü", "漢", "👋", "\u{301}"]
        for _ in 0..<200 {
            let length = Int.random(in: 0...3_000, using: &random)
            let scalars = (0..<length).map { _ in alphabet.randomElement(using: &random)! }
            let text = String(String.UnicodeScalarView(scalars))
            let limit = Int.random(in: 100...4_096, using: &random)
            var tried = ""
            let bytes = fit(PushContent(body: text), into: limit) { candidate in
                tried = candidate.body
                return apns(candidate.body, limit)
            }
            #expect(bytes.count <= max(limit, apns("…", limit).count), "\(random)")
            #expect(tried == text || tried.hasSuffix("…"), "\(random)")
        }
    }

    @Test func `a text that just fits is whole`() {
        let room = 4_096 - apnsPayload(of: .test(text: "")).count
        let whole = apnsPayload(of: .test(text: String(repeating: "x", count: room)))
        #expect(whole.count == 4_096)
        let shortened = apnsPayload(of: .test(text: String(repeating: "x", count: room + 1)))
        #expect(shortened.count == 4_096)
        #expect(String(decoding: shortened, as: UTF8.self).contains("xxx…\""))
    }

    @Test func `a text is cut between characters, by the count that a maker has`() {
        #expect(cut("hello", to: 5) == "hello" && cut("hello!", to: 5) == "hell…")
        #expect(cut("👋👋👋", to: 3) == "👋👋👋" && cut("👋👋👋", to: 4, by: utf16Count) == "👋…")
        #expect(cut("a👨‍👩‍👧b", to: 3) == "a…")
    }

    @Test func `a reason is one line of at most so many bytes`() {
        #expect(printable("a\r\nb\u{0}c\u{9B}", upTo: 200) == "a  b c ")
        #expect(printable("üüü", upTo: 5) == "üü")
    }

    @Test(arguments: [
        ("https://Push.Example.net/a/b?c=d", "https://push.example.net"),
        ("https://push.example.net:443/a", "https://push.example.net"),
        ("https://push.example.net:8443/a", "https://push.example.net:8443"),
        ("https://[2001:DB8::1]:1/", "https://[2001:db8::1]:1"),
    ])
    func `an origin is scheme, host and port`(url: String, origin: String) {
        #expect(ParsedURL(url)?.origin == origin)
    }

    private func apns(_ text: String, _ limit: Int) -> [UInt8] {
        apnsPayload(of: .test(text: text))
    }
}
