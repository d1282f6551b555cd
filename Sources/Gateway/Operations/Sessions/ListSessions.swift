import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `session.list`.
enum ListSessions: UserOperation {
    static let declaration = SessionOperations.list

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
