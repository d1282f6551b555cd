import Foundation
import TestSupport

/// A page, or another text, of this checkout, by its path from the root.
struct Document: CustomStringConvertible {
    let path: String
    let text: String

    init(_ path: String) throws {
        self.path = path
        text = try repositoryFile(path)
    }

    var description: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The README in both languages and all of docs/.
    static let paths = ["README.md", "README.zh-CN.md"] + files(under: "docs", ending: ".md")

    /// The files of a folder and of those in it, by their paths from the root.
    static func files(under folder: String, ending: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path(percentEncoded: false))
        guard let files else { preconditionFailure("no folder \(folder) under \(root)") }
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Whether a file or folder is there, named relative to this page.
    func leads(to link: String) -> Bool {
        let folder = Self.root.appending(path: path).deletingLastPathComponent()
        return FileManager.default.fileExists(atPath: folder.appending(path: link).path(percentEncoded: false))
    }

    /// The contents of the blocks fenced with that word.
    func blocks(_ word: String) -> [Substring] {
        var blocks: [Substring] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "\n```\(word)\n") {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: "\n```") else { return blocks }
            blocks.append(rest[..<closing.lowerBound])
            rest = rest[closing.upperBound...]
        }
        return blocks
    }

    /// The texts between single backticks, on one line each.
    var codes: [Substring] {
        text.matches(of: /`([^`\n]+)`/).map(\.1)
    }
}
