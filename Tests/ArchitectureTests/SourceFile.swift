import Foundation

/// One Swift file of the package, with its comments, strings and raw identifiers blanked for the rules that read words.
struct SourceFile: CustomStringConvertible {
    let path: String
    /// The lines as written.
    let lines: [Substring]
    /// The same lines without comments, string literals and raw identifiers.
    let code: [Substring]
    /// Every (line number, identifier or keyword) of the code, in order; line numbers start at 1.
    let words: [(line: Int, word: Substring)]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = blankingCommentsAndStrings(text).split(separator: "\n", omittingEmptySubsequences: false)
        words = code.enumerated().flatMap { number, line in identifiers(in: line).map { (number + 1, $0) } }
    }

    var description: String { path }

    /// The folder below `Sources` or `Tests` that it is in.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? path }

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

    /// Names of the types declared here, nested ones too.
    var declaredTypes: [(line: Int, word: Substring)] {
        zip(words, words.dropFirst())
            .filter { keyword, name in
                keyword.line == name.line && typeKeywords.contains(String(keyword.word))
                    && name.word.first?.isUppercase == true
            }
            .map(\.1)
    }

    /// Those of them that other packages see.
    var publicTypes: [String] {
        words.indices.filter { words[$0].word == "public" }.compactMap { place in
            let declaration = words[(place + 1)...].drop { $0.word == "final" }.prefix(2)
            guard let keyword = declaration.first, typeKeywords.contains(String(keyword.word)) else { return nil }
            return declaration.last.map { String($0.word) }
        }
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
        // Most bytes begin nothing: they are not looked at again.
        if !isOpening[Int(bytes[position])] {
            result.append(bytes[position])
            position += 1
        } else if at("//") {
            blank((bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) - position)
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

/// The bytes with which a comment, a string or a raw identifier may begin.
private let isOpening = (0...255).map { Array("/`\"#".utf8).contains(UInt8($0)) }

/// The bytes of identifiers. A letter beyond ASCII has several bytes from 128 on.
private let isOfIdentifier = (0...255).map { byte in
    byte >= 128 || Character(UnicodeScalar(UInt8(byte))).isLetter || Character(UnicodeScalar(UInt8(byte))).isNumber
        || byte == Int(UInt8(ascii: "_"))
}

private func identifiers(in line: Substring) -> [Substring] {
    line.utf8.split { !isOfIdentifier[Int($0)] }.map { Substring($0) }
}

private func rawStringStarts(_ bytes: [UInt8], at position: Int) -> Bool {
    bytes[position...].drop { $0 == UInt8(ascii: "#") }.first == UInt8(ascii: "\"")
}
