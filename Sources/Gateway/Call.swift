import ClientProtocol
import JSON
import Transport

/// One request on its way to its reply.
struct Call {
    let desk: Desk
    let connection: Connection
    let operation: Operation
    let request: RequestEnvelope

    /// A parameter's value, or the refusal that names it.
    func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
        try parameter.read(request.data, else: operation.badParameter)
    }

    /// Every call replies exactly once: by this, or by throwing a refusal.
    func reply(_ result: (inout JSONWriter) -> Void = { _ in }) {
        let id = request.id
        desk.send(to: connection) { $0.reply(to: id, result) }
    }
}

/// What carries an operation out, by the role that may call it.
enum Handler: Sendable {
    case guest(@Sendable (Call, Guest) throws(Refusal) -> Void)
    case user(@Sendable (Call, Session) throws(Refusal) -> Void)
    case admin(@Sendable (Call, AdminSession) throws(Refusal) -> Void)

    var role: Roles {
        switch self {
        case .guest: .anonymous
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
