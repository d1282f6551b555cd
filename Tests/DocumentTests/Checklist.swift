import Foundation

/// docs/semantics.md, read as what it is: rows with ids.
struct Checklist {
    struct Row {
        let id: String
        let kind: Substring
        /// The operation, event or other means that carries the row out.
        let here: Substring
    }

    let page: Document
    let rows: [Row]

    /// Read once: it is long, and many tests ask.
    static let read = Result { try Checklist() }

    private init() throws {
        page = try Document("docs/semantics.md")
        rows = page.lines.compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimming(" ") }
            guard cells.count > 4, cells[1].wholeMatch(of: Self.id) != nil else { return nil }
            return Row(id: String(cells[1]), kind: cells[2], here: cells[cells.count - 2])
        }
    }

    var ids: Set<String> { Set(rows.map(\.id)) }

    /// The ids that a text speaks of, whether they are rows or not.
    static func ids(in text: some StringProtocol) -> [String] {
        String(text).matches(of: id).map { String($0.0) }
    }

    /// `R-01`, `R-Q01`, `X-D01`: what stands before the number is the series.
    static func series(of id: String) -> String { String(id.prefix { !$0.isNumber }) }

    private static var id: Regex<Substring> { /\b(?:[RSGCTXEHMQOIKFABWLUNJVYZD]-[QDM]?[0-9]+|P-[0-9][0-9])\b/ }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        let start = drop { $0 == character }
        return start.lastIndex { $0 != character }.map { start[...$0] } ?? start[..<start.startIndex]
    }
}
