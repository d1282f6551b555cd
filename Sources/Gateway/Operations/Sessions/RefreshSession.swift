import ClientProtocol
import JSON
import Routing
import ServerAPI

/// `session.refresh`.
enum RefreshSession {
    static let entry: (Operation, Handler) = (SessionOperations.refresh, .session(handle))

    private static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal) {
        guard let identity = try call.gateway.openings.identify(try call(SessionOperations.newToken)) else { return }
        guard identity.user == session.record.user else { throw Refusal(.identifierMismatch, keys: ["token"]) }
        call.gateway.expiry.renew(session, until: identity.expiresAt, on: call.connection)
        call.reply { $0.field("expiresAt", identity.expiresAt) }
    }
}
