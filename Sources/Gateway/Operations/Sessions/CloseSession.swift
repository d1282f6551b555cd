import ClientProtocol
import Framing
import JSON
import Routing
import ServerAPI
import Transport

/// `session.close`.
enum CloseSession: SessionOperation {
    static let declaration = SessionOperations.close

    static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal) {
        let own = session.record
        let wanted = try call(SessionOperations.session) ?? own.id.description
        let directory = call.gateway.context.directory
        if wanted == own.id.description {
            directory.close(own.id, of: own.user)
            call.gateway.writes.signOut(own)
            call.reply { $0.field("closed", true) }
            return call.gateway.link.shard.close(call.connection, code: .normal, reason: "the session is closed")
        }
        let other = directory.sessions(of: own.user).first { $0.id.description == wanted }
        let isClosed = other.map { directory.close($0.id, of: own.user) } ?? false
        call.reply { $0.field("closed", isClosed) }
        if isClosed, let other { call.gateway.context.kick(other, .closedByUser) }
    }
}
