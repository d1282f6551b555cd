/// The parts of a text that can be searched for: words, and runs of characters of which each can begin a word.
struct SearchRun {
    /// Chinese, Japanese, Korean, Thai and others that put no blanks between words, and emoji: any piece of the run is found.
    let isDense: Bool
    /// In the characters of the folded text.
    let range: Range<Int>
}

extension FoldedText {
    var searchRuns: [SearchRun] {
        var runs: [SearchRun] = []
        var (start, kind) = (0, Unicode.Scalar.SearchKind.none)
        for index in 0...characters.count {
            let next = index < characters.count ? characters[index].scalar.searchKind : .none
            if next == kind { continue }
            if kind != .none { runs.append(SearchRun(isDense: kind == .dense, range: start..<index)) }
            (start, kind) = (index, next)
        }
        return runs
    }
}

extension Unicode.Scalar {
    fileprivate enum SearchKind {
        /// Between two words.
        case none
        case word, dense
    }

    fileprivate var searchKind: SearchKind {
        switch value {
        case 0x30...0x39, 0x61...0x7A: return .word
        case ..<0x80: return .none
        case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FF: return .dense
        default: break
        }
        switch properties.generalCategory {
        case .otherSymbol: return .dense
        case .modifierSymbol: return properties.isEmojiModifier ? .dense : .none
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            return isOfScriptWithoutBlanks ? .dense : .word
        default: return .none
        }
    }

    private var isOfScriptWithoutBlanks: Bool {
        switch value {
        // Thai and Lao, Myanmar, Khmer; Jamo, Kana, Bopomofo and Han with their extensions.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1100...0x11FF, 0x2E80...0x31FF, 0x3400...0x4DBF,
            0xA960...0xA97F, 0xAA60...0xAA7F, 0xD7B0...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
