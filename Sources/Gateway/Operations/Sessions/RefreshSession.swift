import ClientProtocol
import Domain
import JSON
import Routing

/// `session.refresh`.
enum RefreshSession: SessionOperation {
    static let declaration = Operation(
        "session.refresh", "Gives the session a new token of the same user. The session then ends with the new token.",
        roles: .user, needs: .session,
        parameters: [newToken.description],
        result: [Field("expiresAt", .seconds, "When the new token ends.")],
        errors: [
            .signatureEmpty, .signatureBad, .signatureExpired, .identifierMismatch, .applicationMismatch,
            .badIdentifier,
        ])

    private static let newToken = Parameter.string("token", bytes: 0...65_536, "A JWT of the same user.")

    static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal) {
        guard let identity = try call.gateway.openings.identify(try call(newToken)) else { return }
        guard identity.user == session.record.user else { throw Refusal(.identifierMismatch, keys: ["token"]) }
        if session.revocation.covers(issuedAt: identity.issuedAt) { throw Refusal.tokenRevoked }
        call.gateway.expiry.renew(session, with: identity, on: call.connection)
        call.reply { $0.field("expiresAt", identity.expiresAt) }
    }
}
