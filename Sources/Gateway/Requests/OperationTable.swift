import ClientProtocol

/// Every operation with its handler, found by name.
struct OperationTable: Sendable {
    final class Entry: Sendable {
        /// Its place in the metrics.
        let index: Int
        let operation: Operation
        let handler: Handler

        init(index: Int, operation: Operation, handler: Handler) {
            self.index = index
            self.operation = operation
            self.handler = handler
        }
    }

    /// By their indexes, which is the order of the reference.
    private let entries: [Entry]
    private let byName: [String: Entry]

    init(_ definitions: [OperationDefinition]) {
        let all =
            definitions.filter { $0.declaration.roles != .admin }
            + definitions.filter { $0.declaration.roles == .admin }
        entries = all.enumerated().map { index, definition in
            let operation = definition.declaration
            precondition(
                operation.roles == definition.handler.role, "\(operation.name) is declared for another role")
            return Entry(index: index, operation: operation, handler: definition.handler)
        }
        byName = Dictionary(entries.map { ($0.operation.name, $0) }) { first, _ in
            preconditionFailure("\(first.operation.name) has two handlers")
        }
    }

    var operations: [Operation] { entries.map(\.operation) }
    var count: Int { entries.count }

    subscript(name: String) -> Entry? { byName[name] }
    subscript(index: Int) -> Entry { entries[index] }
}
