import Security

/// The content of a table, in few bytes: two stores with equal digests hold the same.
package struct TableDigest: Sendable, Equatable {
    package let table: String
    package let rows: Int
    package let digest: [UInt8]
}

extension SQLiteConnection {
    /// Of all tables but those that each node has for itself, by name.
    func digests() throws(StoreError) -> [TableDigest] {
        var digests: [TableDigest] = []
        for table in try tableNames { digests.append(try digest(of: shape(of: table))) }
        return digests
    }

    /// Of tables that all nodes have alike, in their order.
    var tableNames: [String] {
        get throws(StoreError) {
            var tables: [String] = []
            try query(
                """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name != 'martlet_probe' ORDER BY name
                """, []
            ) { row in tables.append(row.text(0)) }
            return tables
        }
    }

    func shape(of table: String) throws(StoreError) -> TableShape {
        var (columns, key): ([String], [String]) = ([], [])
        try query("SELECT name, pk FROM pragma_table_info($1) ORDER BY pk, cid", [.text(table)]) { row in
            columns.append(row.text(0))
            if row.integer(1) > 0 { key.append(row.text(0)) }
        }
        return TableShape(name: table, columns: columns.sorted(), key: key.isEmpty ? columns : key)
    }

    private func digest(of table: TableShape) throws(StoreError) -> TableDigest {
        let names = table.list(table.columns)
        let sql = SQL(composed: "SELECT \(names) FROM \"\(table.name)\" ORDER BY \(table.list(table.key))")
        var digest = Digest.sha256(names)
        var rows = 0
        try queryValues(sql, [], table.columns.count) { values in
            rows += 1
            var bytes = digest
            for value in values { value.write(to: &bytes) }
            digest = bytes.withUnsafeBytes { Digest.sha256($0) }
        }
        return TableDigest(table: table.name, rows: rows, digest: digest)
    }
}

struct TableShape {
    let name: String
    let columns: [String]
    /// The columns in whose order the rows are; all columns if there is no key.
    let key: [String]

    func list(_ columns: [String]) -> String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }
}

extension SQLValue {
    /// No two values, and no two rows, have the same bytes.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .integer(let number): Self.write(1, number, to: &bytes)
        case .text(let text):
            Self.write(2, Int64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .bytes(let some):
            Self.write(3, Int64(some.count), to: &bytes)
            bytes += some
        }
    }

    private static func write(_ kind: UInt8, _ number: Int64, to bytes: inout [UInt8]) {
        bytes.append(kind)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

extension SQLiteStore {
    /// Of the directory's store as of one moment, also while a gateway uses it, with what its node knew then; nil: the store is
    /// none of a cluster's. Returns nil if that state is not wanted.
    package static func digests(
        directory: String, where isWanted: ([UInt8]?) throws(StoreError) -> Bool = { _ in true }
    ) throws(StoreError) -> (tables: [TableDigest], state: [UInt8]?)? {
        let connection = try open(directory)
        defer { connection.close() }
        try connection.begin()
        let state = try connection.isReplicated ? connection.nodeState() : nil
        let digests = try isWanted(state) ? connection.digests() : nil
        try connection.commit()
        return digests.map { ($0, state) }
    }
}
