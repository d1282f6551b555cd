import Testing

/// Comments are sentences that a stranger understands: the subject comes first, and an id is said in words, too.
struct CommentTests {
    @Test func `a sentence of a comment begins with its subject`() {
        for (module, found) in offences(relativeSentences) {
            Issue.record("\(module) has \(found.count) sentences that begin with What, Who or Likewise: \(found)")
        }
    }

    @Test func `a comment says what an id stands for`() {
        for (module, found) in offences(bareIDs) {
            Issue.record("\(module) has \(found.count) comments that are an id alone: \(found)")
        }
    }

    private func offences(_ find: (SourceFile) -> [Int]) -> [String: [String]] {
        var found: [String: [String]] = [:]
        for file in Repository.sources {
            for line in find(file) { found[file.module, default: []].append("\(file):\(line)") }
        }
        return found
    }

    @Test(arguments: [
        ("/// What is left.", [1]), ("// Likewise.", [1]), ("/// The rest. Who asks gets it.", [1]),
        ("/// The rest.\n    /// Whoever asks gets it.", [2]), ("/// Whether it is so.", []),
        ("let a = \"// What\"", []),
        ("/// The ones who ask. Whole lines.", []),
    ])
    func `sentences that begin with a relative word are found`(text: String, lines: [Int]) {
        #expect(relativeSentences(in: SourceFile(path: "a.swift", text: text)) == lines)
    }

    @Test(arguments: [
        ("/// X-12.", [1]), ("// G-04, G-Q02 and X-M03", [1]), ("    /// R-69 to R-73, R-Q25.", [1]),
        ("/// X-12: the receiver is told.", []), ("/// The receiver is told (X-12).", []),
        ("/// The receivers are told as\n/// X-12.", []),
    ])
    func `comments that are an id alone are found`(text: String, lines: [Int]) {
        #expect(bareIDs(in: SourceFile(path: "a.swift", text: text)) == lines)
    }
}

/// The numbers of lines on which such a sentence begins.
private func relativeSentences(in file: SourceFile) -> [Int] {
    let relative = #/(?:^ *\/{2,3}|[.!?]) (?:What|Who|Whoever|Whatever|Whose|Likewise)\b/#
    return comments(of: file).filter { $0.text.contains(relative) }.map(\.line)
}

/// The numbers of the lines of comments that are nothing but ids of `docs/semantics.md`.
private func bareIDs(in file: SourceFile) -> [Int] {
    let ids = #/ *\/{2,3} [A-Z]+-[A-Z]?\d+(?:(?:,| and| to) [A-Z]+-[A-Z]?\d+)*\.?/#
    let lines = comments(of: file)
    let numbers = Set(lines.map(\.line))
    return lines.filter { !numbers.contains($0.line - 1) && $0.text.wholeMatch(of: ids) != nil }.map(\.line)
}

/// The lines that hold nothing but a comment.
private func comments(of file: SourceFile) -> [(line: Int, text: Substring)] {
    file.lines.enumerated().compactMap { number, line in
        line.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "/") ? (number + 1, line) : nil
    }
}
