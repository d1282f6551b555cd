import Domain
import Testing

/// Texts that can be read as names.
struct ReadableNameTests {
    @Test(arguments: [
        "a", " a ", "名", "🐢", "👩‍👩‍👧", "می‌خواهم", "a\u{A0}b", "\u{301}", "-", ".", "\u{FFFD}", "a\u{202E}b",
        "\u{1F3F4}\u{E0067}",
    ])
    func `X-63: a name has something that can be seen`(text: String) {
        #expect(ReadableName.fault(of: text) == nil)
    }

    @Test(arguments: [
        "", " ", "   ", "\u{A0}", "\u{3000}\u{2003}", "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{3164}", "\u{115F}",
        "\u{2800}",
        " \u{200D} \u{2060}", "\u{E0020}", "\u{FE0F}",
    ])
    func `X-63: blanks and what is drawn as nothing are no name`(text: String) {
        #expect(ReadableName.fault(of: text) == .blank)
    }

    @Test func `X-63: no control character is in a name, wherever it stands`() {
        let controls = (Array(0...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029]).map { Unicode.Scalar(UInt32($0))! }
        for control in controls {
            for text in ["\(control)", "a\(control)", "\(control)a", "a\(control)b", " \(control)"] {
                #expect(ReadableName.fault(of: text) == .control, "\(control.value)")
            }
        }
        for neighbour in [0x20, 0x7E, 0xA1, 0x2027, 0x202A] as [UInt32] {
            #expect(ReadableName.fault(of: "a\(Unicode.Scalar(neighbour)!)") == nil, "\(neighbour)")
        }
    }
}
