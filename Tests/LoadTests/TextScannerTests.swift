import Testing

@testable import martlet_load

struct TextScannerTests {
    private func scan<Result>(_ text: String, _ body: (inout TextScanner) -> Result) -> Result {
        Array(text.utf8).withUnsafeBytes { bytes in
            var scanner = TextScanner(bytes)
            return body(&scanner)
        }
    }

    @Test func `a literal is passed over only where the text goes on with it`() {
        scan(#"{"id":17,"ok":{"msgId":"5","seq":3}}"#) { scanner in
            #expect(scanner.skip(#"{"event""#) == false)
            #expect(scanner.skip(#"{"id":"#) == true)
            #expect(scanner.number() == 17)
            #expect(scanner.skip(#","ok":"#) == true)
            #expect(scanner.find(#""seq":"#) == true)
            #expect(scanner.number() == 3)
            #expect(scanner.find(#""seq":"#) == false)
            #expect(scanner.skip("}") == false)
        }
    }

    @Test(arguments: [("aab", "ab"), ("aaaab", "aab"), ("ab", "ab"), ("\"\"x\"seq", "\"seq")])
    func `a literal is found behind its own beginnings`(text: String, literal: String) {
        // Literals are static in the program; the few used here stand for them.
        let found = scan(text) { scanner in
            switch literal {
            case "ab": scanner.find("ab")
            case "aab": scanner.find("aab")
            default: scanner.find("\"seq")
            }
        }
        #expect(found)
    }

    @Test(
        arguments: [("", nil), ("x1", nil), ("0", 0), ("12,", 12), ("9999999999999999999999", nil)]
            as [(String, UInt64?)])
    func `a number is its digits, and not too many of them`(text: String, number: UInt64?) {
        #expect(scan(text) { $0.number() } == number)
    }
}
