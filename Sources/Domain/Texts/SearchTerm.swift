/// An entry of the index, or the beginning of one: a word, or two characters that follow each other in a run. A run's last
/// character is an entry by itself, so that each character begins one.
package struct SearchTerm: Sendable, Equatable {
    package let text: String
    /// Every entry that begins so.
    package let isPrefix: Bool

    /// The index has only so many characters of a word, from its beginning.
    fileprivate static let longestWord = 24

    init(word: [Unicode.Scalar]) {
        text = String(word.prefix(Self.longestWord))
        isPrefix = word.count < Self.longestWord
    }

    private init(_ piece: ArraySlice<Unicode.Scalar>) {
        text = String(piece)
        isPrefix = piece.count < 2
    }

    /// Of a run that is searched for: as many as are wanted, its ends among them.
    static func pieces(of run: [Unicode.Scalar], atMost count: Int) -> [SearchTerm] {
        guard run.count > 2 else { return [SearchTerm(run[...])] }
        let last = run.count - 2
        let steps = min(count, run.count - 1)
        return (0..<steps).map { step in
            let start = steps == 1 ? 0 : step * last / (steps - 1)
            return SearchTerm(run[start...start + 1])
        }
    }
}

extension FoldedText {
    /// Writes the entries of the text as UTF-8, each behind `prefix` and with a blank behind it.
    package static func writeTerms(of text: UnsafeRawBufferPointer, _ prefix: [UInt8], to bytes: inout [UInt8]) {
        if text.isASCII {
            text.writeWords(prefix, to: &bytes)
        } else {
            FoldedText(String(decoding: text, as: UTF8.self)).writeTerms(prefix, to: &bytes)
        }
    }

    func writeTerms(_ prefix: [UInt8], to bytes: inout [UInt8]) {
        for run in searchRuns {
            guard run.isDense else {
                bytes += prefix
                for character in characters[run.range].prefix(SearchTerm.longestWord) {
                    bytes.append(character.scalar)
                }
                bytes.append(0x20)
                continue
            }
            for index in run.range {
                bytes += prefix
                bytes.append(characters[index].scalar)
                if index + 1 < run.range.upperBound { bytes.append(characters[index + 1].scalar) }
                bytes.append(0x20)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var isASCII: Bool {
        var (seen, offset): (UInt64, Int) = (0, 0)
        while offset + 8 <= count {
            seen |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < count {
            seen |= UInt64(self[offset])
            offset += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// Of a text in ASCII, without folding it first. A test compares the two ways.
    fileprivate func writeWords(_ prefix: [UInt8], to bytes: inout [UInt8]) {
        // Of the word that is being written.
        var length = 0
        for byte in self {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: bytes.append(byte, inWord: &length, behind: prefix)
            case 0x41...0x5A: bytes.append(byte | 0x20, inWord: &length, behind: prefix)
            // A control is not seen.
            case ..<0x09, 0x0E..<0x20, 0x7F: break
            default:
                if length > 0 { bytes.append(0x20) }
                length = 0
            }
        }
        if length > 0 { bytes.append(0x20) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ letter: UInt8, inWord length: inout Int, behind prefix: [UInt8]) {
        if length == 0 { self += prefix }
        if length < SearchTerm.longestWord { append(letter) }
        length += 1
    }

    fileprivate mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        append(contentsOf: scalar.utf8)
    }
}

extension String {
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
