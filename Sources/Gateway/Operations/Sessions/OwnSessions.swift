import ClientProtocol
import Domain
import Framing
import JSON
import Routing
import Transport

/// A user's own sessions.
extension OperationTable {
    @OperationList static var ownSessions: [OperationDefinition] {
        let newToken = Parameter.string("token", bytes: 0...65_536, "A JWT of the same user.")
        Operation(
            "session.refresh",
            "Gives the session a new token of the same user. The session then ends with the new token.",
            roles: .user, needs: .session,
            parameters: [newToken],
            result: [Field("expiresAt", .seconds, "When the new token ends.")],
            errors: [
                .signatureEmpty, .signatureBad, .signatureExpired, .identifierMismatch, .applicationMismatch,
                .badIdentifier,
            ]
        ).session { call, session throws(Refusal) in
            guard let identity = try call.gateway.openings.identify(try call(newToken)) else { return }
            guard identity.user == session.record.user else { throw Refusal(.identifierMismatch, keys: ["token"]) }
            if session.revocation.covers(issuedAt: identity.issuedAt) { throw Refusal.tokenRevoked }
            call.gateway.expiry.renew(session, with: identity, on: call.connection)
            call.reply { $0.field("expiresAt", identity.expiresAt) }
        }

        Operation(
            "session.list", "Lists the user's sessions, oldest first.", roles: .user,
            result: [
                Field(
                    "sessions",
                    .list(
                        .object([
                            Field("session", .string), Field("device", .string), Field("platform", .platform),
                            Field("openedAt", .integer), Field("current", .boolean),
                        ])),
                    "`openedAt` is in milliseconds since 1970; `current` marks the caller's session.")
            ]
        ).user { request, caller throws(Refusal) in
            let present = request.context.present
            switch present {
            case .ofGateway: return .reply { write(present.sessions(of: caller.user), of: caller, to: &$0) }
            // Not before what the session has changed: another session may have to end at another node.
            case .ofCluster:
                return .read { _, json in write(present.sessions(of: caller.user), of: caller, to: &json) }
            }
        }

        let wanted = Parameter.string(
            "session", bytes: 1...64, "The session to end, from `session.list`. Left out: the caller's session."
        ).optional
        Operation(
            "session.close", "Ends one of the user's sessions: this one, or another device's.", roles: .user,
            needs: .session,
            parameters: [wanted],
            result: [Field("closed", .boolean, "False if there is no such session any more.")]
        ).session { call, session throws(Refusal) in
            let own = session.record
            let wanted = try call(wanted) ?? own.id.description
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
}

private func write(_ sessions: [PresentSession], of caller: UserCaller, to json: inout JSONWriter) {
    json.array("sessions") { json in
        for session in sessions {
            json.object { json in
                json.field("session", session.id.description)
                json.field("device", session.device)
                json.field("platform", session.platform.rawValue)
                json.field("openedAt", session.openedAt)
                json.field("current", session.id == caller.session)
            }
        }
    }
}
