import Storage

/// A query whose rows have these columns. It is made once, in a `static let`.
struct Selection<Column: ColumnList>: Sendable {
    let sql: SQL

    /// `rest`: from `FROM` on.
    init(_ rest: String) {
        sql = SQL(composed: "SELECT \(Column.list) \(rest)")
    }

    /// `table`: one that the query makes for itself out of its own rows.
    init(with table: String, _ rest: String) {
        sql = SQL(composed: "WITH RECURSIVE \(table) SELECT \(Column.list) \(rest)")
    }
}

/// One whose rows have the columns of two lists.
struct PairSelection<First: ColumnList, Second: ColumnList>: Sendable {
    let sql: SQL

    init(_ rest: String) {
        sql = SQL(composed: "SELECT \(First.list), \(Second.list) \(rest)")
    }
}

struct TripleSelection<First: ColumnList, Second: ColumnList, Third: ColumnList>: Sendable {
    let sql: SQL

    init(_ rest: String) {
        sql = SQL(composed: "SELECT \(First.list), \(Second.list), \(Third.list) \(rest)")
    }
}

extension Transaction {
    /// Calls `row` for each row.
    @inline(__always)
    func query<Column>(
        _ selection: Selection<Column>, _ values: [SQLValue],
        _ row: (TypedRow<Column>) throws(StoreError) -> Void
    ) throws(StoreError) {
        try query(selection.sql, values) { columns throws(StoreError) in try row(TypedRow(columns)) }
    }

    @inline(__always)
    func query<First, Second>(
        _ selection: PairSelection<First, Second>, _ values: [SQLValue],
        _ row: (TypedRow<First>, TypedRow<Second>) throws(StoreError) -> Void
    ) throws(StoreError) {
        let second = First.allCases.count
        try query(selection.sql, values) { columns throws(StoreError) in
            try row(TypedRow(columns), TypedRow(columns, from: second))
        }
    }

    func query<First, Second, Third>(
        _ selection: TripleSelection<First, Second, Third>, _ values: [SQLValue],
        _ row: (TypedRow<First>, TypedRow<Second>, TypedRow<Third>) throws(StoreError) -> Void
    ) throws(StoreError) {
        let second = First.allCases.count
        let third = second + Second.allCases.count
        try query(selection.sql, values) { columns throws(StoreError) in
            try row(TypedRow(columns), TypedRow(columns, from: second), TypedRow(columns, from: third))
        }
    }
}

extension UnitOfWork {
    /// See `Transaction.query`.
    @inline(__always)
    func query<Column>(
        _ selection: Selection<Column>, _ values: [SQLValue],
        _ row: (TypedRow<Column>) throws(StoreError) -> Void
    ) throws(CommandError) {
        try stored(store.query(selection, values, row))
    }

    @inline(__always)
    func query<First, Second>(
        _ selection: PairSelection<First, Second>, _ values: [SQLValue],
        _ row: (TypedRow<First>, TypedRow<Second>) throws(StoreError) -> Void
    ) throws(CommandError) {
        try stored(store.query(selection, values, row))
    }
}
