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
        let sessions = request.context.directory.sessions(of: caller.user)
        return .reply { json in
            json.array("sessions") { json in
                for record in sessions {
                    json.object { json in
                        json.field("session", record.id.description)
                        json.field("device", record.device)
                        json.field("platform", record.platform.rawValue)
                        json.field("openedAt", record.openedAt)
                        json.field("current", record.id == caller.session)
                    }
                }
            }
        }
    }
}
