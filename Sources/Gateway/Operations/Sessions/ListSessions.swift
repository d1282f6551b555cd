import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `session.list`.
enum ListSessions {
    static let entry: (Operation, Handler) = (SessionOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let sessions = call.context.directory.sessions(of: session.record.user)
        call.reply { json in
            json.array("sessions") { json in
                for record in sessions {
                    json.object { json in
                        json.field("session", record.id.description)
                        json.field("device", record.device)
                        json.field("platform", record.platform.rawValue)
                        json.field("openedAt", record.openedAt)
                        json.field("current", record.id == session.record.id)
                    }
                }
            }
        }
    }
}
