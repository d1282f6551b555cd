import ClientProtocol
import Domain
import JSON
import Routing
import Security
import ServerAPI

extension ShardGateway {
    static func refreshSession(_ call: Call, _ session: Session) throws(Refusal) {
        let gateway = call.gateway
        let identity = try gateway.authenticator.identify(
            token: try call(SessionOperations.newToken), user: nil, application: nil)
        guard identity.user == session.record.user else { throw Refusal(.identifierMismatch, keys: ["token"]) }
        session.expiresAt = identity.expiresAt
        session.isNoticeGiven = false
        gateway.watchExpiry(call.connection, session)
        call.reply { $0.field("expiresAt", identity.expiresAt) }
    }
}
