import Foundation

/// One Swift file of the package, with its comments, strings and raw identifiers blanked for the rules that read words.
struct SourceFile: CustomStringConvertible {
    let path: String
    /// The lines as written.
    let lines: [Substring]
    /// The same lines without comments, string literals and raw identifiers.
    let code: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = blankingCommentsAndStrings(text).split(separator: "\n", omittingEmptySubsequences: false)
    }

    var description: String { path }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The modules this file imports, whatever the attributes, access level or kind before the name.
    var imports: Set<String> {
        var modules: Set<String> = []
        for line in code where line.contains("import ") {
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"),
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains(String($0)) })
            else { continue }
            let name = words[(keyword + 1)...].first { !importKinds.contains(String($0)) }
            if let module = name?.split(separator: ".").first { modules.insert(String(module)) }
        }
        return modules
    }

    /// Every (line number, identifier or keyword) of the code, in order; line numbers start at 1.
    var words: [(line: Int, word: Substring)] {
        code.enumerated().flatMap { number, line in
            line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { (number + 1, $0) }
        }
    }

    /// Names of the types declared here, nested ones too.
    var declaredTypes: [(line: Int, word: Substring)] {
        zip(words, words.dropFirst())
            .filter { keyword, name in
                keyword.line == name.line && typeKeywords.contains(String(keyword.word))
                    && name.word.first?.isUppercase == true
            }
            .map(\.1)
    }
}

private let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
private let importKinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "actor"]
private let typeKeywords: Set = ["struct", "class", "enum", "protocol", "typealias", "actor"]

/// Newlines stay, so that line numbers do. Nested comments and raw or multi-line strings are understood;
/// an expression interpolated into a string counts as part of it.
func blankingCommentsAndStrings(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0

    func at(_ literal: StaticString, _ offset: Int = 0) -> Bool {
        let start = position + offset
        return literal.withUTF8Buffer {
            start + $0.count <= bytes.count && bytes[start..<start + $0.count].elementsEqual($0)
        }
    }
    func blank(_ count: Int) {
        for byte in bytes[position..<min(position + count, bytes.count)] {
            result.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        }
        position = min(position + count, bytes.count)
    }

    while position < bytes.count {
        if at("//") {
            while position < bytes.count, !at("\n") { blank(1) }
        } else if at("/*") {
            var depth = 0
            repeat {
                if at("/*") { depth += 1 } else if at("*/") { depth -= 1 } else { blank(1); continue }
                blank(2)
            } while depth > 0 && position < bytes.count
        } else if at("`") {
            blank(1)
            while position < bytes.count, !at("`") { blank(1) }
            blank(1)
        } else if at("\"") || (at("#") && rawStringStarts(bytes, at: position)) {
            let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
            let quotes = at("\"\"\"", hashes) ? 3 : 1
            let end =
                Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: hashes)
            let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
            blank(hashes + quotes)
            while position < bytes.count, !bytes[position...].starts(with: end) {
                blank(bytes[position...].starts(with: escape) ? escape.count + 1 : 1)
            }
            blank(end.count)
        } else {
            result.append(bytes[position])
            position += 1
        }
    }
    return String(decoding: result, as: UTF8.self)
}

private func rawStringStarts(_ bytes: [UInt8], at position: Int) -> Bool {
    bytes[position...].drop { $0 == UInt8(ascii: "#") }.first == UInt8(ascii: "\"")
}
