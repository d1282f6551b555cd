import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `session.refresh`.
enum RefreshSession: SessionOperation {
    static let declaration = SessionOperations.refresh

    static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal) {
        guard let identity = try call.gateway.openings.identify(try call(SessionOperations.newToken)) else { return }
        guard identity.user == session.record.user else { throw Refusal(.identifierMismatch, keys: ["token"]) }
        if session.revocation.covers(issuedAt: identity.issuedAt) { throw Refusal.tokenRevoked }
        call.gateway.expiry.renew(session, with: identity, on: call.connection)
        call.reply { $0.field("expiresAt", identity.expiresAt) }
    }
}
