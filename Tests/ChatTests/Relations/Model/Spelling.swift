/// A text that is what its bytes are, where Swift takes two spellings of one character for the same.
struct Spelling: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let text: String

    init(_ text: String) { self.text = text }
    init(stringLiteral text: String) { self.text = text }

    static func == (one: Spelling, other: Spelling) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// Tells apart what looks alike.
    var description: String { text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
}
