/// Statements that have changed the store, in their order, with their values as they passed the store's seam.
///
/// All of a record's lie in a few arrays, and these are some of them: so neither a node that executes them nor one that applies
/// them makes a text or an array for each value.
package struct ExecutedStatements: Sendable, RandomAccessCollection {
    package let list: StatementList
    package let startIndex: Int
    package let endIndex: Int

    private init(_ list: StatementList, _ range: Range<Int>) {
        self.list = list
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    package init(_ list: StatementList = StatementList()) { self.init(list, list.statements.indices) }

    package subscript(index: Int) -> ExecutedStatement { list[index] }

    package subscript(range: Range<Int>) -> ExecutedStatements {
        precondition(range.clamped(to: startIndex..<endIndex) == range)
        return ExecutedStatements(list, range)
    }
}

extension ExecutedStatements: ExpressibleByArrayLiteral {
    package init(arrayLiteral statements: ExecutedStatement...) { self.init(statements) }

    package init(_ statements: some Sequence<ExecutedStatement>) {
        var list = StatementList()
        for statement in statements { list.append(statement.sql, statement.values, changedRows: statement.changedRows) }
        self.init(list)
    }
}

extension ExecutedStatements: Equatable {
    package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}

/// Statements with values that lie in `bytes`.
package struct StatementList: Sendable {
    package struct Statement: Sendable {
        package let sql: SQL
        package let changedRows: Int
        package let values: Range<Int>
    }

    package enum Value: Sendable {
        case null
        case integer(Int64)
        case text(Place)
        case bytes(Place)
    }

    /// So narrow that a value has sixteen bytes.
    package struct Place: Sendable {
        let start: UInt32
        let count: UInt32

        package init(_ range: Range<Int>) {
            start = UInt32(range.lowerBound)
            count = UInt32(range.count)
        }

        package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    package private(set) var statements: [Statement] = []
    package private(set) var values: [Value] = []
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Values will lie in these bytes.
    package init(in bytes: [UInt8]) { self.bytes = bytes }

    /// The list has its values already, behind those of the statements before.
    package mutating func endStatement(_ sql: SQL, changedRows: Int) {
        let first = statements.last?.values.upperBound ?? 0
        statements.append(Statement(sql: sql, changedRows: changedRows, values: first..<values.count))
    }

    package mutating func append(_ value: Value) { values.append(value) }

    mutating func append(_ sql: SQL, _ values: [SQLValue], changedRows: Int) {
        for value in values {
            switch value {
            case .null: append(.null)
            case .integer(let number): append(.integer(number))
            case .text(let text): append(.text(place(text.utf8)))
            case .bytes(let some): append(.bytes(place(some)))
            }
        }
        endStatement(sql, changedRows: changedRows)
    }

    private mutating func place(_ some: some Collection<UInt8>) -> Place {
        let start = bytes.count
        bytes += some
        return Place(start..<bytes.count)
    }

    mutating func removeStatements(from first: Int) {
        guard first < statements.count else { return }
        // The bytes stay, and nothing lies there.
        values.removeSubrange(statements[first].values.lowerBound...)
        statements.removeSubrange(first...)
    }

    subscript(index: Int) -> ExecutedStatement {
        let statement = statements[index]
        let values = values[statement.values].map { value -> SQLValue in
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let place): .text(String(decoding: bytes[place.range], as: UTF8.self))
            case .bytes(let place): .bytes(Array(bytes[place.range]))
            }
        }
        return ExecutedStatement(statement.sql, values, changedRows: statement.changedRows)
    }
}
