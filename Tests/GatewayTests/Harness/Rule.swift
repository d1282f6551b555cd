import Testing

/// A case of a table whose description begins with the rows of docs/semantics.md that it shows. A row that fails is
/// named by its own case, and scripts/semantics counts it for that case alone.
protocol ShowsRows: Sendable, CustomTestStringConvertible {
    /// `T-35, T-36`
    var rows: String { get }
    var name: String { get }
}

extension ShowsRows {
    var testDescription: String { "\(rows): \(name)" }
}

/// A rule of docs/semantics.md that is tried by itself.
struct Rule<Subject>: ShowsRows {
    let rows: String
    let name: String
    let check: @Sendable (Subject) throws -> Void

    init(_ rows: String, _ name: String, check: @escaping @Sendable (Subject) throws -> Void) {
        (self.rows, self.name, self.check) = (rows, name, check)
    }
}
