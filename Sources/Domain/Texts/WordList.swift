// For the normal forms, which the standard library has for itself and for Foundation.
@_spi(_Unicode) import Swift

/// words that may not stand in what others read, in whatever case and however they are dressed up: both sides are folded
/// before they are compared.
package struct WordList: Sendable {
    private let words: [[UInt32]]

    package init(_ words: [String]) {
        self.words = words.map(folded).filter { !$0.isEmpty }
    }

    package func isIn(_ text: String?) -> Bool {
        guard !words.isEmpty, let text, !text.isEmpty else { return false }
        let whole = folded(text)
        return words.contains { $0.isPart(of: whole) }
    }
}

/// Without what is not seen, without marks on letters that have none of their own script, in ordinary letters of lower case.
private func folded(_ text: String) -> [UInt32] {
    var folded: [UInt32] = []
    var base: Unicode.Scalar?
    for scalar in text._nfc.lazy.flatMap(\.parts) where !scalar.isUnseen {
        if scalar.isMark {
            if scalar.isMarkOfNoScript || base.map(\.takesNoMarks) ?? true { continue }
        } else {
            base = scalar
        }
        for lower in scalar.undressed.properties.lowercaseMapping.unicodeScalars where !lower.isMarkOfNoScript {
            folded.append(lower.value)
        }
    }
    return folded
}

extension Unicode.Scalar {
    /// The letter and its marks. A syllable of Hangul stays whole: others may begin with the same letters.
    fileprivate var parts: [Unicode.Scalar] {
        switch value {
        case ..<0xC0, 0xAC00...0xD7A3: [self]
        default: Array(String(self)._nfd)
        }
    }

    /// Zero-width characters, soft hyphens, variation selectors, directions, controls.
    fileprivate var isUnseen: Bool {
        if properties.isDefaultIgnorableCodePoint { return true }
        switch properties.generalCategory {
        case .format: return true
        case .control: return !properties.isWhitespace
        default: return false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
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

extension [UInt32] {
    fileprivate func isPart(of text: [UInt32]) -> Bool {
        guard count <= text.count else { return false }
        return (0...text.count - count).contains { start in text[start..<start + count].elementsEqual(self) }
    }
}
