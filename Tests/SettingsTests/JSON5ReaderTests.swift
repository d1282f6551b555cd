import TestSupport
import Testing

@testable import Settings

struct JSON5ReaderTests {
    @Test(
        arguments: [
            ("null", .null),
            ("\u{FEFF}\u{A0}true // why\n/* and\n * more */", .boolean(true)),
            ("0", .integer(0)),
            ("-7", .integer(-7)),
            ("+7", .integer(7)),
            ("0xFf", .integer(255)),
            ("-0x10", .integer(-16)),
            ("1e3", .number(1000)),
            (".5", .number(0.5)),
            ("5.", .number(5)),
            ("-5.e1", .number(-50)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("'it\\'s'", .text("it's")),
            (#""a\"b\\\/\b\f\n\r\t\v\0\x41\u00e9\uD83D\uDE00""#, .text("a\"b\\/\u{8}\u{C}\n\r\t\u{B}\0Aé😀")),
            ("'two \\\nlines'", .text("two lines")),
            ("'two \\\r\nlines'", .text("two lines")),
            ("[1, 2,]", .list([JSON5(kind: .integer(1), line: 1), JSON5(kind: .integer(2), line: 1)])),
            ("[]", .list([])),
            ("{}", .object([])),
            (
                "{$a_1: 1, 'b c': {},}",
                .object([
                    .init(name: "$a_1", value: JSON5(kind: .integer(1), line: 1)),
                    .init(name: "b c", value: JSON5(kind: .object([]), line: 1)),
                ])
            ),
        ] as [(String, JSON5.Kind)])
    func `what JSON5 allows is read`(text: String, kind: JSON5.Kind) throws {
        #expect(try JSON5Reader.read(text).kind == kind)
    }

    @Test(arguments: [
        ("", 1, "the file ends where a value should be"),
        ("{\n\n", 3, "the file ends inside an object"),
        ("{a 1}", 1, "a colon is missing after the key \"a\""),
        ("{a: 1 b: 2}", 1, "a comma or } is missing after \"a\""),
        ("{a: 1,\n a: 2}", 2, "the key \"a\" is written twice"),
        ("{1a: 1}", 1, "the key 1a starts with a digit and needs quotes"),
        ("{é: 1}", 1, "there is \"é\" where a key should be"),
        ("{,}", 1, "there is \",\" where a key should be"),
        ("[1 2]", 1, "a comma or ] is missing in a list"),
        ("[,]", 1, "there is \",\" where a value should be"),
        ("[1\n", 2, "a comma or ] is missing in a list"),
        ("1 2", 1, "there is \"2\" where the end of the file should be"),
        ("yes", 1, "yes is not a value; texts need quotes"),
        ("NaN", 1, "numbers must be finite"),
        ("-Infinity", 1, "-Infinity is not a number"),
        ("1e999", 1, "1e999 is not a number"),
        ("01", 1, "01 is not a number"),
        ("0x", 1, "0x is not a number"),
        ("0x-5", 1, "0x-5 is not a number"),
        ("0xFFFFFFFFFFFFFFFFF", 1, "0xFFFFFFFFFFFFFFFFF is not a number"),
        (".", 1, ". is not a number"),
        ("+-1", 1, "+-1 is not a number"),
        ("1.2.3", 1, "1.2.3 is not a number"),
        ("5.e", 1, "5.e is not a number"),
        ("'a", 1, "the file ends inside a text"),
        ("'a\\", 1, "the file ends inside a text"),
        ("'a\nb'", 1, "a text is not closed on its line"),
        ("'\\x4'", 1, "a \\ escape is cut short"),
        ("'\\u12G4'", 1, "a \\ escape is cut short"),
        ("'\\uDE00'", 1, "half a surrogate pair"),
        ("'\\uD83D\\u0041'", 1, "half a surrogate pair"),
        ("'\\1'", 1, "a text has \\ before a digit"),
        ("\n/* a\n", 2, "a comment is never closed"),
        ("/ 1", 1, "a single / does not begin a comment"),
    ])
    func `what JSON5 forbids is refused with its line`(text: String, line: Int, reason: String) {
        #expect(throws: JSON5Reader.SyntaxError(line: line, reason: reason)) { try JSON5Reader.read(text) }
    }

    @Test func `values know their lines, after comments and continued texts too`() throws {
        let root = try JSON5Reader.read("// one\n/* two\n*/ {\n a: 'x\\\ny',\n b: [\n1]}")
        guard case .object(let members) = root.kind, case .list(let elements) = members[1].value.kind else {
            Issue.record("not the shape that was written")
            return
        }
        #expect([root.line, members[0].value.line, members[1].value.line, elements[0].line] == [3, 4, 6, 7])
    }

    @Test func `nesting ends at its limit`() throws {
        let limit = JSON5Reader.deepest
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON5Reader.read(nested(limit))
        #expect(throws: JSON5Reader.SyntaxError.self) { try JSON5Reader.read(nested(limit + 1)) }
    }

    @Test func `a random value comes back from its text`() throws {
        var random = SeededRandom()
        for _ in 0..<500 {
            let value = JSON5.random(depth: 3, &random)
            let text = value.written(&random)
            #expect(try JSON5Reader.read(text).kind.withoutLines == value.kind, "\(random): \(text)")
        }
    }

    @Test func `no prefix of a document is a document`() {
        let text = #"{a: [1, -2.5, 'x\n', "\u00e9"], /* c */ b: {c: true, 'd': null,},}"#
        for length in 0..<text.count {
            #expect(throws: JSON5Reader.SyntaxError.self, "\(length)") {
                try JSON5Reader.read(String(text.prefix(length)))
            }
        }
    }
}

extension JSON5 {
    fileprivate static func random(depth: Int, _ random: inout SeededRandom) -> JSON5 {
        let count = Int.random(in: 0...3, using: &random)
        let kind: Kind =
            switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &random) {
            case 0: .null
            case 1: .boolean(.random(using: &random))
            case 2: .integer(.random(in: .min + 1 ... .max, using: &random))
            case 3: .number(.random(in: -1e300...1e300, using: &random))
            case 4: .text(String(String.UnicodeScalarView((0..<count).map { _ in .random(&random) })))
            case 5: .list((0..<count).map { _ in .random(depth: depth - 1, &random) })
            default: .object((0..<count).map { Member(name: "k\($0)", value: .random(depth: depth - 1, &random)) })
            }
        return JSON5(kind: kind)
    }

    /// With spaces, comments, quotes and last commas by chance.
    fileprivate func written(_ random: inout SeededRandom) -> String {
        let space = ["", " ", "\n", "/* , */", "// }\n"].randomElement(using: &random)!
        let lastComma = Bool.random(using: &random) ? "," : ""
        switch kind {
        case .list(let elements) where !elements.isEmpty:
            return "\(space)[" + elements.map { $0.written(&random) }.joined(separator: ",") + "\(lastComma)\(space)]"
        case .object(let members) where !members.isEmpty:
            let written = members.map { member in
                let name = ["\(member.name)", "'\(member.name)'", "\"\(member.name)\""].randomElement(using: &random)!
                return "\(space)\(name)\(space):" + member.value.written(&random)
            }
            return "{" + written.joined(separator: ",") + "\(lastComma)\(space)}"
        case .list: return "[\(space)]"
        case .object: return "{\(space)}"
        case .text(let text): return space + quoted(text) + space
        case .null, .boolean, .integer, .number: return space + description + space
        }
    }
}

extension UnicodeScalar {
    fileprivate static func random(_ random: inout SeededRandom) -> UnicodeScalar {
        UnicodeScalar(UInt32.random(in: 0...0x1_F6FF, using: &random)) ?? "\""
    }
}

extension JSON5.Kind {
    fileprivate var withoutLines: JSON5.Kind {
        switch self {
        case .list(let elements): .list(elements.map { JSON5(kind: $0.kind.withoutLines) })
        case .object(let members):
            .object(members.map { .init(name: $0.name, value: JSON5(kind: $0.value.kind.withoutLines)) })
        case .null, .boolean, .integer, .number, .text: self
        }
    }
}
