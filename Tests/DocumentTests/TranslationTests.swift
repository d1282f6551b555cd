import Testing

/// A page and its translation change together: they have the same headings, code blocks and tables.
struct TranslationTests {
    private static let folder = "docs/zh-CN/"

    /// Each English page with its translation.
    private static let pairs =
        [("README.md", "README.zh-CN.md")]
        + Document.files(under: "docs/zh-CN", ending: ".md").map { ("docs/" + $0.dropFirst(folder.count), $0) }

    @Test func `the pages for those who come from elsewhere are there in Chinese`() {
        let translated = Set(Self.pairs.map(\.0))
        let owed = Document.files(under: "docs/migrating", ending: ".md") + ["docs/clients.md", "docs/backends.md"]
        #expect(owed.filter { !translated.contains($0) } == [])
    }

    @Test(arguments: pairs)
    func `a translation has the headings of its page`(page: String, translation: String) throws {
        #expect(try Outline(translation).headings == Outline(page).headings, "\(translation)")
    }

    @Test(arguments: pairs)
    func `a translation has the code blocks of its page, byte for byte`(page: String, translation: String) throws {
        let (original, translated) = (try Outline(page).blocks, try Outline(translation).blocks)
        #expect(original.count == translated.count, "\(translation)")
        for (block, copy) in zip(original, translated) {
            #expect(copy.utf8.elementsEqual(block.utf8), "\(translation): \(copy)")
        }
    }

    @Test(arguments: pairs)
    func `a translation has as many rows in its tables as its page`(page: String, translation: String) throws {
        #expect(try Outline(translation).tables == Outline(page).tables, "\(translation)")
    }

    @Test(arguments: MigrationPage.paths)
    func `a translated table names the same things`(path: String) throws {
        let page = try MigrationPage(path)
        let translation = try MigrationPage(Self.folder + path.dropFirst("docs/".count))
        func names(_ row: MigrationPage.Row) -> [Substring] {
            row.here.matches(of: /`[^`]+`|\b[a-z]+ [0-9]+\b/).map(\.0).sorted()
        }
        for (row, copy) in zip(page.rows, translation.rows) {
            #expect(names(copy) == names(row), "\(translation.page):\(copy.line)")
            #expect(copy.ids == row.ids, "\(translation.page):\(copy.line)")
        }
    }
}

/// What a page is made of, beside its words.
private struct Outline {
    /// The level of each heading.
    private(set) var headings: [Int] = []
    private(set) var blocks: [String] = []
    /// The number of cells in each row of each table.
    private(set) var tables: [Int] = []

    init(_ path: String) throws {
        var block: String?
        for line in try Document(path).lines {
            switch (block, line.hasPrefix("```")) {
            case (nil, true): block = "\(line)\n"
            case (let begun?, true):
                blocks.append(begun + line)
                block = nil
            case (let begun?, false): block = begun + line + "\n"
            case (nil, false):
                if line.hasPrefix("#") { headings.append(line.prefix { $0 == "#" }.count) }
                if line.hasPrefix("|") { tables.append(line.cells.count) }
            }
        }
    }
}
