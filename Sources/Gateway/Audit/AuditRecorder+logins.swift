import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Transport

// Logins, and attempts that have failed.
extension GatewayContext {
    /// A user's session has begun.
    func recordLogin(_ session: SessionRecord) {
        guard audit.recordsLogins else { return }
        audit.note(entry(.login, of: session).ended(AuditEntry.done))
    }

    /// It was not let in.
    func recordFailedLogin(_ session: SessionRecord, _ refusal: Refusal) {
        audit.note(entry(.failedLogin, of: session).failed(refusal))
    }

    private func entry(_ kind: AuditEntry.Kind, of session: SessionRecord) -> AuditEntry {
        var entry = AuditEntry(
            time: configuration.now.time, kind: kind, actor: "user:" + session.user.text,
            address: session.address.hostText, operation: OpenSession.declaration.name)
        entry.users = [session.user.text]
        entry.device = session.device
        entry.platform = session.platform.rawValue
        return entry
    }

    /// By a request that opens a session. The user, device and platform are the client's own words, and unproven.
    func recordFailedLogin(
        _ request: Request, by unauthenticated: Unauthenticated, on connection: Connection, _ refusal: Refusal
    ) {
        var entry = AuditEntry(
            time: configuration.now.time, kind: .failedLogin, actor: unauthenticated.actor,
            address: connection.peer.hostText, operation: request.operation.name)
        // Another parameter than these may be the one at fault.
        if let user = request.data?["user"]?.string.flatMap(UserID.init) { entry.users = [user.text] }
        if let device = request.data?["device"]?.string, device.utf8.count <= 128 { entry.device = device }
        if let platform = request.data?["platform"]?.string.flatMap(Platform.init) {
            entry.platform = platform.rawValue
        }
        audit.note(entry.failed(refusal))
    }

    /// With an admin key.
    func recordLogin(with access: AdminAccess, as user: UserID? = nil, at door: String) {
        var entry = AuditEntry(
            time: configuration.now.time, kind: .login, actor: access.actor, address: access.address,
            operation: door)
        if let user { entry.users = [user.text] }
        audit.note(entry.ended(AuditEntry.done))
    }

    /// With a token or key over HTTP, or at the console. `access`: the key is known, and not admitted.
    func recordFailedLogin(
        at door: String, with access: AdminAccess? = nil, on connection: Connection, _ refusal: Refusal
    ) {
        let entry = AuditEntry(
            time: configuration.now.time, kind: .failedLogin, actor: access?.actor ?? "",
            address: connection.peer.hostText, operation: door)
        audit.note(entry.failed(refusal))
    }
}

extension AuditEntry {
    /// The gateway's messages about logins repeat nothing that the client has sent; a hook's message is the application's.
    fileprivate func failed(_ refusal: Refusal) -> AuditEntry {
        ended("\(refusal.code.system) \(refusal.code.code)", String(refusal.message.prefix(200)))
    }
}
