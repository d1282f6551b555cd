import Domain
import TestSupport
import Testing

/// What stands in the index, and what of a text is found.
struct SearchTextTests {
    private func terms(of text: String) -> [String] {
        var bytes: [UInt8] = []
        var text = text
        text.withUTF8 {
            FoldedText.writeTerms(of: UnsafeRawBufferPointer($0), Array("7_".utf8), to: &bytes)
        }
        return bytes.split(separator: UInt8(ascii: " ")).map { term in
            #expect(term.starts(with: "7_".utf8))
            return String(decoding: term.dropFirst(2), as: UTF8.self)
        }
    }

    private func found(_ query: String, in text: String) throws -> [String]? {
        let scalars = Array(text.unicodeScalars)
        return try SearchQuery(query).matches(in: [FoldedText(text)])?[0].map { range in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            return String(view)
        }
    }

    @Test(
        arguments: [
            ("", []), (" .,!?-_/ ", []), ("Hello, World", ["hello", "world"]), ("don't", ["don", "t"]),
            ("Crème brûlée", ["creme", "brulee"]), ("cre\u{300}me", ["creme"]), ("Straße ŁÓDŹ", ["strasse", "lodz"]),
            ("ΣΊΣΥΦΟΣ σίσυφος", ["σισυφοσ", "σισυφοσ"]), ("Ёлка", ["елка"]), ("ＡＢＣ１２", ["abc12"]),
            ("天气", ["天气", "气"]), ("天", ["天"]), ("今天天气", ["今天", "天天", "天气", "气"]), ("天气，好", ["天气", "气", "好"]),
            ("すもも", ["すも", "もも", "も"]), ("が", ["が"]), ("か\u{3099}", ["が"]), ("カー", ["カー", "ー"]),
            ("한국어", ["한국", "국어", "어"]), ("\u{1112}\u{1161}\u{11AB}", ["한"]), ("สวัส", ["สว", "วั", "ัส", "ส"]),
            ("👍🏽", ["👍🏽", "🏽"]), ("👨\u{200D}👩", ["👨👩", "👩"]), ("❤\u{FE0F}", ["❤"]),
            ("iPhone15发布", ["iphone15", "发布", "布"]),
            ("a1b2 3.5", ["a1b2", "3", "5"]), ("हिन्दी", ["हिन्दी"]),
            (String(repeating: "x", count: 30), [String(repeating: "x", count: 24)]),
        ] as [(String, [String])])
    func `Q-02, Q-03: the entries of a text`(text: String, expected: [String]) {
        #expect(terms(of: text).map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) })
    }

    @Test(
        arguments: [
            ("quick", "The quick fox", ["quick"]), ("qui", "The quick, Quirky fox", ["qui", "Qui"]),
            ("ick", "The quick fox", nil), ("quick ok", "The quick fox", nil),
            ("FOX the", "The quick fox", ["The", "fox"]),
            ("brulee", "Crème BRÛLÉE!", ["BRÛLÉE"]), ("brûlée", "creme brulee", ["brulee"]),
            ("brule", "bru\u{302}le\u{301}e", ["bru\u{302}le\u{301}"]), ("ss", "Straße", nil),
            ("strass", "Straße", ["Straß"]),
            ("天", "今天天气", ["天天"]), ("天气", "今天天气", ["天气"]), ("今天天气", "说今天天气好", ["今天天气"]), ("今气", "今天天气", nil),
            ("天气 好", "今天天气，很好", ["天气", "好"]), ("气很", "天气，很好", nil), ("国", "중국 中国", ["国"]), ("국", "한국어", ["국"]),
            ("か", "がか", ["か"]), ("วัส", "สวัสดี", ["วัส"]), ("👍", "ok 👍🏽", ["👍"]), ("👍🏽", "ok 👍", nil),
            ("👨\u{200D}👩", "👨\u{200D}👩\u{200D}👧", ["👨\u{200D}👩"]), ("iphone15 发", "iPhone15发布", ["iPhone15发"]),
            ("3.5", "version 3.51", ["3", "5"]),
        ] as [(String, String, [String]?)])
    func `Q-02, Q-03, Q-04: what a query finds in a text`(query: String, text: String, expected: [String]?) throws {
        let found = try found(query, in: text)
        #expect(found?.map { Array($0.unicodeScalars) } == expected?.map { Array($0.unicodeScalars) })
    }

    @Test func `an entry is one token for SQLite, whatever the text has`() {
        for value in UInt32(0)..<0x3400 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for term in terms(of: "a\(scalar)b天\(scalar)气") {
                let isToken = term.utf8.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 >= 0x80
                }
                #expect(isToken && !term.isEmpty, "\(value): \(term)")
            }
        }
    }

    @Test func `a text in ASCII has the entries that it has beside other letters`() {
        var chance = SeededRandom()
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...60, using: &chance) {
                let letters = Bool.random(using: &chance) ? 0...127 : 96...100
                text.unicodeScalars.append(Unicode.Scalar(UInt8(Int.random(in: letters, using: &chance))))
            }
            #expect(terms(of: text) + ["e"] == terms(of: text + " é"))
        }
    }

    @Test func `Q-02: a query's words may stand in several texts of a message`() throws {
        let texts = [FoldedText("Look at this"), FoldedText("holiday.jpg")]
        #expect(try SearchQuery("look holi").matches(in: texts) == [[0..<4], [0..<4]])
        #expect(try SearchQuery("look away").matches(in: texts) == nil)
    }

    @Test(arguments: ["", " ", "?!", "\u{200B}", "---"]) func `Q-01: a query without a letter is none`(query: String) {
        #expect(throws: SearchQuery.Fault.empty) { try SearchQuery(query) }
    }

    @Test func `Q-01: a query has up to ten words, each counted once`() throws {
        #expect(throws: SearchQuery.Fault.tooManyWords) { try SearchQuery("a b c d e f g h i j k") }
        #expect(try SearchQuery("a b c d e f g h i j a b c").terms.count == 10)
    }

    @Test(arguments: [1, 2, 3, 10, 60])
    func `a long run is looked up by a bounded number of entries, its ends among them`(
        count: Int
    ) throws {
        let run = (0..<count).map { String(Unicode.Scalar(0x4E00 + $0)!) }
        let terms = try SearchQuery(run.joined()).terms
        #expect(terms.count == min(max(count - 1, 1), 16))
        #expect(terms.first?.text == run.prefix(2).joined() && terms.last?.text == run.suffix(2).joined())
        #expect(terms.allSatisfy { $0.isPrefix == (count == 1) })
    }
}
