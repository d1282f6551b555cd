import TestSupport

/// A text made of pieces of which it is known what they mean, so that a test can search it without the gateway's rules.
struct SearchText {
    enum Piece {
        /// As it is written, and as it is compared.
        case word(String, String)
        /// A character of a script without blanks, likewise.
        case character(String, String)
        case gap(String)
    }

    private(set) var pieces: [Piece] = []

    private static let words = [
        ("Café", "cafe"), ("CAFE\u{301}S", "cafes"), ("naïve", "naive"), ("Straße", "strasse"), ("Ёлка", "елка"),
        ("Ａ１", "a1"), ("a", "a"), ("A", "a"), ("ab", "ab"), ("Łódź", "lodz"), ("x1", "x1"),
    ]
    private static let characters =
        ["天", "气", "好", "𠮷", "か", "が", "カ", "ー", "한", "국", "ก", "ข", "กั", "👍", "🏽", "👩"].map { ($0, $0) } + [
            ("か\u{3099}", "が"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("👩\u{200D}👧", "👩👧"), ("❤\u{FE0F}", "❤"),
            ("❤", "❤"),
        ]
    private static let gaps = [" ", ", ", "，", "。", " - ", "\n"]

    init(_ random: inout SeededRandom, pieces count: ClosedRange<Int>) {
        for _ in 0..<Int.random(in: count, using: &random) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let word = Self.words.randomElement(using: &random)!
                if case .word = pieces.last { pieces.append(.gap(" ")) }
                pieces.append(.word(word.0, word.1))
            case 2, 3:
                let character = Self.characters.randomElement(using: &random)!
                pieces.append(.character(character.0, character.1))
            default: pieces.append(.gap(Self.gaps.randomElement(using: &random)!))
            }
        }
    }

    var text: String {
        pieces.map { piece in
            switch piece {
            case .word(let text, _), .character(let text, _), .gap(let text): text
            }
        }.joined()
    }

    var isSearchable: Bool { !words.isEmpty || !runs.isEmpty }

    private var words: [String] {
        pieces.compactMap { if case .word(_, let folded) = $0 { folded } else { nil } }
    }

    private var runs: [[Unicode.Scalar]] {
        var runs: [[Unicode.Scalar]] = []
        var isOpen = false
        for piece in pieces {
            if case .character(_, let folded) = piece {
                if !isOpen { runs.append([]) }
                runs[runs.count - 1] += folded.unicodeScalars
                isOpen = true
            } else {
                isOpen = false
            }
        }
        return runs
    }

    /// Whether this query finds the text.
    func finds(_ text: SearchText) -> Bool {
        let (words, runs) = (text.words, text.runs)
        for query in self.words where !words.contains(where: { $0.hasPrefix(query) }) { return false }
        for query in self.runs {
            let isFound = runs.contains { run in
                run.indices.contains { start in run[start...].starts(with: query) }
            }
            if !isFound { return false }
        }
        return true
    }
}
