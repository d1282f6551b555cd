// For the normal forms, which the standard library has for itself and for Foundation.
@_spi(_Unicode) import Swift

/// A text as it is compared with others: without what is not seen, without marks on letters that have none of their own script,
/// in ordinary letters of lower case. Each character knows where in the text it stands.
package struct FoldedText: Sendable {
    package struct Character: Sendable {
        package let scalar: Unicode.Scalar
        /// Places in the text, in its Unicode scalars.
        package let start: Int32
        package let end: Int32
    }

    package private(set) var characters: [Character] = []
    private var base: Unicode.Scalar?

    package init(_ text: String) {
        characters.reserveCapacity(text.utf8.count)
        // A letter, and what the normal form could make one with it.
        var letter: Unicode.Scalar?
        var joined: [Unicode.Scalar] = []
        var place: Int32 = 0
        for scalar in text.unicodeScalars {
            if letter != nil, scalar.joinsFormer {
                joined.append(scalar)
            } else {
                if let letter { append(letter, &joined, upTo: place) }
                letter = scalar
            }
            place += 1
        }
        if let letter { append(letter, &joined, upTo: place) }
    }

    private mutating func append(_ letter: Unicode.Scalar, _ joined: inout [Unicode.Scalar], upTo end: Int32) {
        if joined.isEmpty { return append(letter, end - 1, end) }
        let start = end - 1 - Int32(joined.count)
        var text = String.UnicodeScalarView()
        text.append(letter)
        text.append(contentsOf: joined)
        for scalar in String(text)._nfc { append(scalar, start, end) }
        joined.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ start: Int32, _ end: Int32) {
        if scalar.isWhole {
            base = scalar
            characters.append(Character(scalar: scalar, start: start, end: end))
        } else if scalar.isASCII {
            appendPart(scalar, start, end)
        } else {
            for part in String(scalar)._nfd { appendPart(part, start, end) }
        }
    }

    private mutating func appendPart(_ scalar: Unicode.Scalar, _ start: Int32, _ end: Int32) {
        if scalar.isUnseen { return }
        if scalar.isMark {
            if scalar.isMarkOfNoScript || base.map(\.takesNoMarks) ?? true { return }
        } else {
            base = scalar
        }
        let plain = scalar.undressed
        if plain.isASCII {
            let lower = plain.value | ((0x41...0x5A).contains(plain.value) ? 0x20 : 0)
            characters.append(Character(scalar: Unicode.Scalar(UInt8(lower)), start: start, end: end))
            return
        }
        let lower = plain.properties.lowercaseMapping
        for letter in (spelledOut[lower] ?? lower).unicodeScalars where !letter.isMarkOfNoScript {
            characters.append(Character(scalar: letter, start: start, end: end))
        }
    }
}

extension Unicode.Scalar {
    /// The normal form NFC can make one with what stands before: marks, and vowels and last consonants of Hangul.
    fileprivate var joinsFormer: Bool {
        switch value {
        case ..<0x0300: false
        case 0x1160...0x11FF: true
        default: isNeverMark ? false : isMark
        }
    }

    /// Known without a look at the tables: most of what East Asia writes.
    private var isNeverMark: Bool {
        switch value {
        case 0x3041...0x3096, 0x309D...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x2FFFF:
            true
        default: false
        }
    }

    /// It has neither case nor parts that count: a syllable of Kana or Hangul stays whole, since others may begin with the same
    /// letters.
    fileprivate var isWhole: Bool {
        switch value {
        case 0x61...0x7A, 0x30...0x39, 0x20: true
        case 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    /// Zero-width characters, soft hyphens, variation selectors, directions, controls.
    fileprivate var isUnseen: Bool {
        if isASCII { return value < 0x20 && !properties.isWhitespace || value == 0x7F }
        if properties.isDefaultIgnorableCodePoint { return true }
        switch properties.generalCategory {
        case .format: return true
        case .control: return !properties.isWhitespace
        default: return false
        }
    }

    var isMark: Bool {
        if value < 0x0300 { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// The blocks of combining diacritical marks; those of a script are letters of its words.
    fileprivate var isMarkOfNoScript: Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    /// Latin, Greek, Cyrillic, Armenian, digits and signs: whatever else is put on them is no part of a word.
    fileprivate var takesNoMarks: Bool { value < 0x0590 }

    /// The ordinary letter, digit or sign of a full-width, circled or mathematical one.
    fileprivate var undressed: Unicode.Scalar {
        let plain: UInt32
        switch value {
        case 0xFF01...0xFF5E: plain = value - 0xFF01 + 0x21
        case 0x24B6...0x24E9: plain = Self.letter((value - 0x24B6) % 52)
        case 0x1D400...0x1D6A3: plain = Self.letter((value - 0x1D400) % 52)
        case 0x1D7CE...0x1D7FF: plain = 0x30 + (value - 0x1D7CE) % 10
        default: return self
        }
        return Unicode.Scalar(plain) ?? self
    }

    /// Of the English alphabet in upper and then in lower case.
    private static func letter(_ index: UInt32) -> UInt32 { index < 26 ? 0x41 + index : 0x61 + index - 26 }
}

/// Letters without a mark that could be taken away, as they are typed on other keyboards.
private let spelledOut = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "þ": "th", "ς": "σ",
]
