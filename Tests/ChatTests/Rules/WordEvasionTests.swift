import Domain
import Testing

/// X-17, V-09: how words are dressed up so that no list finds them, and what is dressed up like that and is no such word.
struct WordEvasionTests {
    private static let latin = ["spam", "casino", "viagra", "bitcoin", "escort", "porn", "weapon"]
    private static let chinese = ["赌博", "发票", "代孕中介"]

    /// A way to write a word otherwise.
    enum Evasion: String, CaseIterable, CustomTestStringConvertible {
        case upperCase, marks, unseen, fullWidth, circled, mathematical, boxed, lookalikes, digits, dots, spaces,
            stretched
        case symbols, mixed

        var testDescription: String { rawValue }

        func dress(_ word: String) -> String {
            switch self {
            case .upperCase: word.uppercased()
            case .marks: word.map { "\($0)\u{301}\u{20DD}" }.joined()
            case .unseen: word.map { "\($0)\u{200B}\u{AD}" }.joined()
            case .fullWidth: moved(word, to: 0xFF41)
            case .circled: moved(word, to: 0x24D0)
            case .mathematical: moved(word, to: 0x1D41A)
            case .boxed: moved(word, to: 0x1F170)
            case .lookalikes: replaced(word, by: Self.foreign)
            case .digits: replaced(word, by: ["a": "4", "i": "1", "o": "0", "e": "3", "s": "$", "b": "8", "t": "7"])
            case .dots: word.map { String($0) }.joined(separator: ".")
            case .spaces: word.map { String($0) }.joined(separator: " ")
            case .stretched: word.map { String(repeating: $0, count: 4) }.joined()
            case .symbols: word.map { String($0) }.joined(separator: "🙂")
            case .mixed: "sehr * " + word.uppercased().map { "\($0)" }.joined(separator: "-\u{200D}") + "!!"
            }
        }

        private static let foreign: [Character: String] = [
            "a": "а", "c": "с", "e": "е", "i": "і", "o": "ο", "p": "р", "s": "ѕ",
        ]

        private func moved(_ word: String, to first: UInt32) -> String {
            word.unicodeScalars.map { String(Unicode.Scalar(first + $0.value - 0x61)!) }.joined()
        }

        private func replaced(_ word: String, by others: [Character: String]) -> String {
            word.map { others[$0] ?? String($0) }.joined()
        }

        /// For words of Latin letters alone.
        fileprivate var isOfAlphabets: Bool {
            [.upperCase, .fullWidth, .circled, .mathematical, .boxed, .lookalikes, .digits].contains(self)
        }
    }

    @Test(arguments: Evasion.allCases)
    func `X-17: ten words are found however they are written`(evasion: Evasion) {
        let list = WordList(Self.latin + Self.chinese)
        for word in evasion.isOfAlphabets ? Self.latin : Self.latin + Self.chinese {
            let text = evasion.dress(word)
            #expect(text != word && list.isIn(text), "\(text)")
            #expect(list.isIn("so " + text + " so") && list.masked(text)?.contains(text) == false, "\(text)")
        }
    }

    @Test func `X-17: innocent sentences have none of the words`() {
        let list = WordList(Self.latin + Self.chinese)
        for text in [
            "a map, so he can see", "Meet me at 5. Pam will come.", "pass the pan", "cast in oil", "s p a n, it says",
            "59 4 77", "赌气的博士", "发到票房", "via Graz", "por n veces", "e s c o r b u t", "1 2 3 4 5 6 7 8 9 0",
        ] { #expect(!list.isIn(text), "\(text)") }
    }

    @Test(
        arguments: [
            ("buy SPAM now", "buy **** now"), ("sp\u{301}am", "****"), ("s.p.a.m!", "*******!"),
            ("spamspam", "********"),
            ("赌 博网", "***网"), ("no word", nil), ("Stra\u{DF}e", nil), ("mi\u{DF}", "m**"), ("", nil),
        ] as [(String, String?)])
    func `V-09: a word becomes stars, a star for a character`(text: String, masked: String?) {
        #expect(WordList(["spam", "赌博", "iss"]).masked(text) == masked)
    }

    @Test func `X-17: a text of nothing but beginnings costs as much as its length`() {
        let list = WordList([String(repeating: "ab", count: 30) + "c", "aaab", "alllb"])
        let texts = ["a", "ab", "a.", "a ", "1", "al1|", "a!.!"].map { String(repeating: $0, count: 4_000) }
        let clock = ContinuousClock()
        let time = clock.measure { for text in texts { #expect(!list.isIn(text)) } }
        #expect(time < .seconds(30))
    }
}
