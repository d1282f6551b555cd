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

    let names: [String]
    private let entries: [String: Entry]

    init(_ handlers: [(Operation, Handler)]) {
        var entries: [String: Entry] = [:]
        for (index, (operation, handler)) in handlers.enumerated() {
            precondition(operation.roles == handler.role, "\(operation.name) is declared for another role")
            let former = entries.updateValue(
                Entry(index: index, operation: operation, handler: handler), forKey: operation.name)
            precondition(former == nil, "\(operation.name) has two handlers")
        }
        names = handlers.map(\.0.name)
        self.entries = entries
    }

    subscript(name: String) -> Entry? { entries[name] }
}
