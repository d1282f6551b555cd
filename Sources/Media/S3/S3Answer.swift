/// The body of an answer of S3: elements in elements, with text in the innermost. It is no general XML: what S3 never
/// sends, such as a document type, a comment or CDATA, is refused.
struct S3Answer: Equatable {
    let name: String
    private(set) var text = ""
    private(set) var elements: [S3Answer] = []

    /// Nil: it is none.
    init?(_ bytes: [UInt8]) {
        guard let body = String(validating: bytes, as: UTF8.self) else { return nil }
        var reader = Reader(rest: body[...])
        reader.skipDeclaration()
        guard let root = reader.element(depth: 0), reader.isAtEnd else { return nil }
        self = root
    }

    private init(name: String) {
        self.name = name
    }

    /// The first of that name.
    subscript(name: String) -> S3Answer? { elements.first { $0.name == name } }

    func all(_ name: String) -> [S3Answer] { elements.filter { $0.name == name } }

    private struct Reader {
        var rest: Substring

        var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

        mutating func skipDeclaration() {
            skipSpace()
            if rest.hasPrefix("<?xml"), let end = rest.firstRange(of: "?>") { rest = rest[end.upperBound...] }
            skipSpace()
        }

        mutating func element(depth: Int) -> S3Answer? {
            guard depth < 8, take("<"), let name = name() else { return nil }
            var element = S3Answer(name: name)
            guard let isEmpty = attributes() else { return nil }
            if isEmpty { return element }
            while true {
                let end = rest.firstIndex(of: "<")
                guard let end, let text = Self.decoded(rest[..<end]) else { return nil }
                element.text += text
                rest = rest[end...]
                if take("</") {
                    guard take(name) else { return nil }
                    skipSpace()
                    if !element.elements.isEmpty { element.text = "" }
                    return take(">") ? element : nil
                }
                guard let inner = self.element(depth: depth + 1) else { return nil }
                element.elements.append(inner)
            }
        }

        /// Skips them. Returns whether the element ends with its beginning.
        private mutating func attributes() -> Bool? {
            while true {
                skipSpace()
                if take("/>") { return true }
                if take(">") { return false }
                guard name() != nil, take("=\"") else { return nil }
                guard let end = rest.firstIndex(of: "\""), !rest[..<end].contains("<") else { return nil }
                rest = rest[rest.index(after: end)...]
            }
        }

        private mutating func name() -> String? {
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
            rest = rest[name.endIndex...]
            return name.isEmpty ? nil : String(name)
        }

        private mutating func take(_ text: String) -> Bool {
            guard rest.hasPrefix(text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }

        private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }

        private static func decoded(_ text: Substring) -> String? {
            let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
            var decoded = String(pieces[0])
            for piece in pieces.dropFirst() {
                guard let end = piece.firstIndex(of: ";"), let character = character(piece[..<end]) else { return nil }
                decoded.append(character)
                decoded += piece[piece.index(after: end)...]
            }
            return decoded
        }

        private static func character(_ reference: Substring) -> Character? {
            switch reference {
            case "amp": return "&"
            case "lt": return "<"
            case "gt": return ">"
            case "quot": return "\""
            case "apos": return "'"
            default:
                guard reference.hasPrefix("#") else { return nil }
                let digits = reference.dropFirst()
                let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
                return number.flatMap(Unicode.Scalar.init).map(Character.init)
            }
        }
    }
}
