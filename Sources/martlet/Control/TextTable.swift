/// Rows for a terminal, in columns. Texts of users cannot move the cursor or reverse a line.
struct TextTable {
    private var rows: [[String]]
    private let hasTitles: Bool

    init(_ titles: String...) {
        rows = [titles]
        hasTitles = true
    }

    /// Without titles: each row is a name and its value.
    init(pairs: [(name: String, value: String)]) {
        rows = pairs.map { [$0.name, Self.harmless($0.value)] }
        hasTitles = false
    }

    mutating func add(_ cells: String...) {
        precondition(!hasTitles || cells.count == rows[0].count, "a row of \(cells.count) cells below \(rows[0])")
        rows.append(cells.map(Self.harmless))
    }

    var isEmpty: Bool { rows.count == (hasTitles ? 1 : 0) }

    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { Self.width(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 {
                    line += String(repeating: " ", count: widths[column] - Self.width(of: cell) + 2)
                }
            }
            return line + "\n"
        }.joined()
    }

    /// Control characters, and those that change the direction of what follows, become a dot.
    static func harmless(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: shown.append("·")
            default: shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// How many cells of a terminal a text takes.
    static func width(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: return width
            default: return width + (wide.contains { $0.contains(scalar.value) } ? 2 : 1)
            }
        }
    }

    /// Scripts of East Asia, their punctuation, and pictures.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
