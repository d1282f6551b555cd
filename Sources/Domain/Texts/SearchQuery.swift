/// A user's search: each of its words begins a word of the text, and each of its runs stands in one of the text's
///
package struct SearchQuery: Sendable {
    package enum Fault: Error {
        /// Nothing but blanks and signs.
        case empty
        case tooManyWords
    }

    /// A word or a run of the query.
    fileprivate struct Part: Hashable {
        let isDense: Bool
        let characters: [Unicode.Scalar]
    }

    package static let mostWords = 10

    private let parts: [Part]
    package let terms: [SearchTerm]

    package init(_ text: String) throws(Fault) {
        let folded = FoldedText(text)
        var parts: [Part] = []
        for run in folded.searchRuns {
            let part = Part(isDense: run.isDense, characters: folded.characters[run.range].map(\.scalar))
            if !parts.contains(part) { parts.append(part) }
        }
        if parts.isEmpty { throw .empty }
        if parts.count > Self.mostWords { throw .tooManyWords }
        self.parts = parts
        // The index is not asked for all terms of a long run. The text itself is compared afterwards.
        let perPart = max(1, mostTerms / parts.count)
        terms = parts.flatMap { part in
            part.isDense ? SearchTerm.pieces(of: part.characters, atMost: perPart) : [SearchTerm(word: part.characters)]
        }
    }

    /// Where the parts stand in the text, in its Unicode scalars, one after the other. Nil: one of the parts stands in none of
    /// the texts.
    package func matches(in texts: [FoldedText]) -> [[Range<Int>]]? {
        var found = texts.map { _ in [Range<Int>]() }
        let runs = texts.map(\.searchRuns)
        for part in parts {
            var isFound = false
            for index in texts.indices {
                let matches = part.matches(in: texts[index], runs[index])
                if !matches.isEmpty { isFound = true }
                found[index] += matches
            }
            if !isFound { return nil }
        }
        return found.map(\.merged)
    }
}

/// Of a query, in the index.
private let mostTerms = 16

extension SearchQuery.Part {
    fileprivate func matches(in text: FoldedText, _ runs: [SearchRun]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for run in runs where run.isDense == isDense && run.range.count >= characters.count {
            let last = isDense ? run.range.upperBound - characters.count : run.range.lowerBound
            var start = run.range.lowerBound
            while start <= last {
                let piece = text.characters[start..<start + characters.count]
                if piece.elementsEqual(characters, by: { $0.scalar == $1 }), let first = piece.first,
                    let end = piece.last
                {
                    found.append(Int(first.start)..<Int(end.end))
                    start += characters.count
                } else {
                    start += 1
                }
            }
        }
        return found
    }
}

extension [Range<Int>] {
    /// In their order, those that touch as one.
    fileprivate var merged: [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
