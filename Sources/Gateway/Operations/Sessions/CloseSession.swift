import ClientProtocol
import Domain
import Framing
import JSON
import Routing
import Transport

/// `session.close`.
enum CloseSession: SessionOperation {
    static let declaration = Operation(
        "session.close", "Ends one of the user's sessions: this one, or another device's.", roles: .user,
        needs: .session,
        parameters: [session.description],
        result: [Field("closed", .boolean, "False if there is no such session any more.")])

    private static let session = Parameter.string(
        "session", bytes: 1...64, "The session to end, from `session.list`. Left out: the caller's session."
    ).optional

    static func handle(_ call: ConnectionCall, _ session: Session) throws(Refusal) {
        let own = session.record
        let wanted = try call(Self.session) ?? own.id.description
        let directory = call.gateway.context.directory
        if wanted == own.id.description {
            directory.close(own.id, of: own.user)
            call.gateway.runner.signOut(own)
            call.reply { $0.field("closed", true) }
            return call.gateway.link.shard.close(call.connection, code: .normal, reason: "the session is closed")
        }
        guard let other = SessionID(wanted) else { return call.reply { $0.field("closed", false) } }
        call.gateway.runner.close(other, of: call, by: session)
    }
}
