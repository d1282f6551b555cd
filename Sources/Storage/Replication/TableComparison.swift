import Security

/// Compares the tables of all nodes while they are in use, some rows with each step, round and round.
///
/// A step is a statement that changes one row if some rows of a table have the digest that they have here. As a part of a
/// record it is executed at every node, at the same place of the log; where these rows differ it changes none, and the node
/// learns that it is not what it should be.
struct TableComparison {
    /// They decide how long others wait for a step.
    private static let rowsPerStep = 200

    private struct Part {
        let table: TableShape
        /// The key of the last row that has been compared; nil: none has.
        var last: [SQLValue]?
    }

    private var part: Part?

    /// `recorder`: notes the statement for the other nodes.
    mutating func advance(in connection: SQLiteWriter, _ recorder: any Transaction) throws(StoreError) {
        // Anywhere, so that leaders that change often come to all tables.
        if part == nil { part = try begin(with: tableNames(connection).randomElement(), connection) }
        guard let part else { return }
        let bounds = [SQLValue.integer(Int64(Self.rowsPerStep))] + (part.last ?? [])
        let rows = part.table.rows(isBounded: part.last != nil)
        var digest: SQLValue?
        try connection.queryValues(SQL(composed: "SELECT \(rows)"), [.null] + bounds, 1) { digest = $0[0] }
        guard let digest else { return }
        try recorder.execute(
            SQL(composed: "UPDATE martlet_node SET id = 1 WHERE id = 1 AND \(rows) = $1"), [digest] + bounds)
        var last: [SQLValue]?
        try connection.queryValues(
            SQL(composed: part.table.lastKey(isBounded: part.last != nil)), [.null] + bounds, part.table.key.count
        ) { last = $0 }
        self.part?.last = last
        if last != nil { return }
        let names = try tableNames(connection)
        self.part = try begin(with: names.first { $0 > part.table.name } ?? names.first, connection)
    }

    /// A node of another version may have gone through other migrations.
    private func tableNames(_ connection: SQLiteWriter) throws(StoreError) -> [String] {
        try connection.tableNames.filter { $0 != "martlet_migration" }
    }

    private func begin(with name: String?, _ connection: SQLiteWriter) throws(StoreError) -> Part? {
        guard let name else { return nil }
        return Part(table: try connection.shape(of: name))
    }
}

extension TableShape {
    private func range(isBounded: Bool) -> String {
        let parameters = key.indices.map { "$\($0 + 3)" }.joined(separator: ", ")
        let bound = isBounded ? "WHERE (\(list(key))) > (\(parameters))" : ""
        return "FROM \"\(name)\" \(bound) ORDER BY \(list(key))"
    }

    /// The digest of `$2` rows behind the key that begins with `$3`.
    fileprivate func rows(isBounded: Bool) -> String {
        "(SELECT martlet_digest(\(list(columns))) FROM (SELECT \(list(columns)) \(range(isBounded: isBounded)) LIMIT $2))"
    }

    /// The key of the last one of these rows; nothing if the table ends before.
    fileprivate func lastKey(isBounded: Bool) -> String {
        "SELECT \(list(key)) \(range(isBounded: isBounded)) LIMIT 1 OFFSET $2 - 1"
    }
}
