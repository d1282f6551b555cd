import ClientProtocol

/// An operation in one place: its declaration, and the function that carries it out. `OperationTable.standard` has all of
/// them, and everything else that knows operations is made from it.
protocol OperationDefinition: SendableMetatype {
    static var declaration: Operation { get }
    static var entries: [(Operation, Handler)] { get }
}

/// A user asks, from a session or over HTTP.
protocol UserOperation: OperationDefinition {
    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work
}

extension UserOperation {
    static var entries: [(Operation, Handler)] { [(declaration, .user(handle))] }
}

/// An administrator asks.
protocol AdminOperation: OperationDefinition {
    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work
}

extension AdminOperation {
    static var entries: [(Operation, Handler)] { [(declaration, .admin(handle))] }
}

/// About the user's session on the connection.
protocol SessionOperation: OperationDefinition {
    static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal)
}

extension SessionOperation {
    static var entries: [(Operation, Handler)] { [(declaration, .session(handle))] }
}

/// About the connection itself, before it has a session.
protocol OpeningOperation: OperationDefinition {
    static func handle(_ call: ConnectionCall, _ unauthenticated: Unauthenticated) throws(Refusal)
}

extension OpeningOperation {
    static var entries: [(Operation, Handler)] { [(declaration, .unauthenticated(handle))] }
}
