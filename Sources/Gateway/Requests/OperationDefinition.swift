import ClientProtocol

/// An operation in one place: its declaration, and the function that carries it out. `OperationTable.standard` has all of
/// them, and everything else that knows operations is made from it.
struct OperationDefinition: Sendable {
    let declaration: Operation
    let handler: Handler

    init(_ declaration: Operation, _ handler: Handler) {
        self.declaration = declaration
        self.handler = handler
    }
}

extension Operation {
    /// A user asks, from a session or over HTTP.
    func user(
        _ handle: @escaping @Sendable (Request, UserCaller) throws(Refusal) -> Work
    ) -> OperationDefinition {
        OperationDefinition(self, .user(handle))
    }

    /// An administrator asks.
    func admin(
        _ handle: @escaping @Sendable (Request, AdminCaller) throws(Refusal) -> Work
    ) -> OperationDefinition {
        OperationDefinition(self, .admin(handle))
    }

    /// About the user's session on the connection.
    func session(
        _ handle: @escaping @Sendable (ConnectionCall, Session) throws(Refusal) -> Void
    ) -> OperationDefinition {
        OperationDefinition(self, .session(handle))
    }

    /// About the connection itself, before it has a session.
    func opening(
        _ handle: @escaping @Sendable (ConnectionCall, Unauthenticated) throws(Refusal) -> Void
    ) -> OperationDefinition {
        OperationDefinition(self, .unauthenticated(handle))
    }
}

/// The operations of a family, each a statement.
@resultBuilder enum OperationList {
    static func buildExpression(_ definition: OperationDefinition) -> [OperationDefinition] { [definition] }

    /// A member's operation, and the administrator's counterpart.
    static func buildExpression(_ definitions: [OperationDefinition]) -> [OperationDefinition] { definitions }

    static func buildBlock(_ definitions: [OperationDefinition]...) -> [OperationDefinition] {
        definitions.flatMap { $0 }
    }
}
