import ClientProtocol
import Domain
import JSON
import Routing

/// `session.list`.
enum ListSessions: UserOperation {
    static let declaration = Operation(
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
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let present = request.context.present
        switch present {
        case .ofGateway: return .reply { write(present.sessions(of: caller.user), of: caller, to: &$0) }
        // Not before what the session has changed: another session may have to end at another node.
        case .ofCluster:
            return .read { _, json in write(present.sessions(of: caller.user), of: caller, to: &json) }
        }
    }

    private static func write(_ sessions: [PresentSession], of caller: UserCaller, to json: inout JSONWriter) {
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
}
