/// words that may not stand in what others read, in whatever case and however they are dressed up: both sides are folded
/// before they are compared.
package struct WordList: Sendable {
    private let words: [[Unicode.Scalar]]

    package init(_ words: [String]) {
        self.words = words.map(folded).filter { !$0.isEmpty }
    }

    package func isIn(_ text: String?) -> Bool {
        guard !words.isEmpty, let text, !text.isEmpty else { return false }
        let whole = folded(text)
        return words.contains { $0.isPart(of: whole) }
    }
}

private func folded(_ text: String) -> [Unicode.Scalar] { FoldedText(text).characters.map(\.scalar) }

extension [Unicode.Scalar] {
    fileprivate func isPart(of text: [Unicode.Scalar]) -> Bool {
        guard count <= text.count else { return false }
        return (0...text.count - count).contains { start in text[start..<start + count].elementsEqual(self) }
    }
}
