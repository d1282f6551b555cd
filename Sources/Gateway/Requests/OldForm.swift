import ClientProtocol

protocol OldDefinition: SendableMetatype {
    static var declaration: Operation { get }
    static var entries: [OperationDefinition] { get }
}
protocol UserOperation: OldDefinition {
    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work
}
extension UserOperation { static var entries: [OperationDefinition] { [declaration.user(handle)] } }
protocol AdminOperation: OldDefinition {
    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work
}
extension AdminOperation { static var entries: [OperationDefinition] { [declaration.admin(handle)] } }
protocol SessionOperation: OldDefinition {
    static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal)
}
extension SessionOperation { static var entries: [OperationDefinition] { [declaration.session(handle)] } }
protocol OpeningOperation: OldDefinition {
    static func handle(_ call: ConnectionCall, _ unauthenticated: Unauthenticated) throws(Refusal)
}
extension OpeningOperation { static var entries: [OperationDefinition] { [declaration.opening(handle)] } }
