import ServerAPI

extension OperationTable {
    /// Which handler carries out which operation.
    static let standard = OperationTable([
        (SessionOperations.open, .guest(Desk.openSession)),
        (SessionOperations.refresh, .user(Desk.refreshSession)),
        (SessionOperations.list, .user(Desk.listSessions)),
        (SessionOperations.close, .user(Desk.closeSession)),
        (AdminOperations.ping, .admin(Desk.pingAdmin)),
    ])
}
