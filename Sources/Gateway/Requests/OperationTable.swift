import ClientProtocol

/// The function that carries an operation out, by the role that may call it.
enum Handler: Sendable {
    case unauthenticated(@Sendable (Call, Unauthenticated) throws(Refusal) -> Void)
    case user(@Sendable (Call, Session) throws(Refusal) -> Void)
    case admin(@Sendable (Call, AdminSession) throws(Refusal) -> Void)

    var role: Roles {
        switch self {
        case .unauthenticated: .anonymous
        case .user: .user
        case .admin: .admin
        }
    }
}

/// Every operation with its handler, found by name.
struct OperationTable: Sendable {
    struct Entry: Sendable {
        /// Its place in the metrics.
        let index: Int
        let operation: Operation
        let handler: Handler
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
