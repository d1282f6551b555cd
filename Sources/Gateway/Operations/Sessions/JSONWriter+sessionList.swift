import Domain
import JSON
import Routing
import Transport

extension JSONWriter {
    /// Sessions, for administrators. `namesUsers`: each says whose it is.
    mutating func sessions(_ records: [SessionRecord], namesUsers: Bool = false) {
        array("sessions") { json in
            for record in records {
                json.object { json in
                    if namesUsers { json.field("userID", record.user.text) }
                    json.field("session", record.id.description)
                    json.field("device", record.device)
                    json.field("platform", record.platform.rawValue)
                    json.field("openedAt", record.openedAt)
                    json.field("address", record.address.hostText)
                }
            }
        }
    }
}
