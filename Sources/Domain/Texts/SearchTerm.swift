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
    package func writeTerms(_ prefix: [UInt8], to bytes: inout [UInt8]) {
        for run in searchRuns {
            guard run.isDense else {
                bytes += prefix
                for character in characters[run.range].prefix(SearchTerm.longestWord) {
                    bytes += character.scalar.utf8
                }
                bytes.append(0x20)
                continue
            }
            for index in run.range {
                bytes += prefix
                bytes += characters[index].scalar.utf8
                if index + 1 < run.range.upperBound { bytes += characters[index + 1].scalar.utf8 }
                bytes.append(0x20)
            }
        }
    }
}

extension String {
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
