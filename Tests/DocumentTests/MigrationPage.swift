/// A page of docs/migrating: tables of what a vendor names, and what becomes of it here.
struct MigrationPage {
    struct Row {
        let line: Int
        /// The operations, events, parameters, settings and errors of Martlet.
        let here: Substring
        /// The rows of docs/semantics.md; ranges are written out.
        let ids: [String]
    }

    static let paths = Document.files(under: "docs/migrating", ending: ".md").filter { !$0.hasSuffix("README.md") }
    private static let heads: Set<Substring> = ["Rows", "条目"]

    let page: Document
    let rows: [Row]

    init(_ path: String) throws {
        page = try Document(path)
        rows = page.lines.enumerated().compactMap { number, line in
            let cells = line.cells
            guard cells.count == 4, !Self.heads.contains(cells[3]), !cells[0].hasPrefix("---") else { return nil }
            return Row(line: number + 1, here: cells[1], ids: cells[3].split(separator: " ").flatMap(Self.ids))
        }
    }

    /// `R-14` alone, or all from the first to the last of `R-14…R-25`.
    private static func ids(in range: Substring) -> [String] {
        let ends = Checklist.ids(in: range)
        let numbers = ends.compactMap { Int($0.drop { !$0.isNumber }) }
        guard let first = numbers.first, let last = numbers.last, first < last else { return ends }
        return (first...last).map { Checklist.series(of: ends[0]) + ($0 < 10 ? "0\($0)" : "\($0)") }
    }
}

extension Substring {
    /// The cells of a table's row, without the spaces around them; none if this is no row.
    var cells: [Substring] {
        guard hasPrefix("|") else { return [] }
        let cells = split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        return cells.map { cell in
            let start = cell.drop { $0 == " " }
            return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start.prefix(0)
        }
    }
}
