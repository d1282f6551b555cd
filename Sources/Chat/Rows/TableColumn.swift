import Storage

/// The columns that a query gives, in its order.
///
/// An enum, one case for each column. `TypedRow` reads by these names alone, so that nothing counts columns.
protocol ColumnList: CaseIterable, Equatable, RawRepresentable<Int>, Sendable {
    /// The column in a `SELECT`.
    var expression: String { get }
}

extension ColumnList {
    static var list: String { allCases.map(\.expression).joined(separator: ", ") }
}

/// The columns of a table that one kind of row is made of, the key first: the one place that lists them.
///
/// The type of the rows has it as `Column`, and beside it an initializer that reads a `TypedRow` and a `switch` over all
/// columns that writes (docs/decisions/028). A case is named like its column: `createdAt` is `created_at`.
protocol TableColumn: ColumnList {
    static var table: String { get }
    /// How many of the first columns are the key.
    static var keys: Int { get }
}

extension TableColumn {
    static var keys: Int { 1 }

    var expression: String { "\(Self.table).\(name)" }

    /// As the schema has it.
    var name: String {
        var name = ""
        var isInWord = false
        for character in "\(self)" {
            if character.isUppercase, isInWord { name += "_" }
            isInWord = character.isLowercase
            name += character.lowercased()
        }
        return name
    }

    /// The parameter that has the column's value when a row is written.
    private var parameter: String { "$\(rawValue + 1)" }

    /// `rest`: what follows the table's name.
    static func select(_ rest: String) -> Selection<Self> {
        Selection("FROM \(table) \(rest)")
    }

    /// A whole row, with the values of all columns in their order. `rest`: what follows them.
    static func insert(_ rest: String = "") -> SQL {
        SQL(composed: rest.isEmpty ? insertion : "\(insertion) \(rest)")
    }

    /// The columns up to that one; the others have what the schema says.
    static func insert(upTo last: Self) -> SQL {
        SQL(composed: insertion(of: allCases.prefix(last.rawValue + 1)))
    }

    /// The same as `insert`; a row that is there is changed, but for the columns in `keeping`. Of those in `raising` the greater value
    /// stays.
    static func upsert(keeping kept: [Self] = [], raising raised: [Self] = []) -> SQL {
        let assignments = allCases.dropFirst(keys).filter { !kept.contains($0) }.map { column in
            raised.contains(column)
                ? "\(column.name) = max(coalesce(\(column.name), 0), \(column.parameter))" : column.assignment
        }
        let key = allCases.prefix(keys).map(\.name).joined(separator: ", ")
        return SQL(composed: "\(insertion) ON CONFLICT (\(key)) DO UPDATE SET \(assignments.joined(separator: ", "))")
    }

    /// Changes the row of the key, but for the columns in `keeping`; the last column is not one of them.
    static func update(keeping kept: [Self] = []) -> SQL {
        let assignments = allCases.dropFirst(keys).filter { !kept.contains($0) }.map(\.assignment)
        let key = allCases.prefix(keys).map(\.assignment).joined(separator: " AND ")
        return SQL(composed: "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(key)")
    }

    private static var insertion: String { insertion(of: allCases.prefix(allCases.count)) }

    private static func insertion(of columns: AllCases.SubSequence) -> String {
        let names = columns.map(\.name).joined(separator: ", ")
        let parameters = columns.map(\.parameter).joined(separator: ", ")
        return "INSERT INTO \(table) (\(names)) VALUES (\(parameters))"
    }

    private var assignment: String { "\(name) = \(parameter)" }
}
