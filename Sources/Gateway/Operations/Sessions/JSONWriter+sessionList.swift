import Domain
import JSON
import Routing

extension JSONWriter {
    /// A user's sessions, for administrators.
    mutating func sessions(_ records: [SessionRecord]) {
        array("sessions") { json in
            for record in records {
                json.object { json in
                    json.field("session", record.id.description)
                    json.field("device", record.device)
                    json.field("platform", record.platform.rawValue)
                    json.field("openedAt", record.openedAt)
                }
            }
        }
    }
}
