import Domain
import JSON
import Routing

extension JSONWriter {
    /// Sessions, for administrators. `cluster` names their nodes. `namesUsers`: each says whose it is.
    mutating func sessions(_ sessions: [PresentSession], _ cluster: ClusterControl, namesUsers: Bool = false) {
        let nodes = cluster.nodeNames
        array("sessions") { json in
            for session in sessions {
                json.object { json in
                    if namesUsers { json.field("userID", session.user.text) }
                    json.field("session", session.id.description)
                    json.field("device", session.device)
                    json.field("platform", session.platform.rawValue)
                    json.field("openedAt", session.openedAt)
                    json.field("address", session.address)
                    if let node = session.incarnation.flatMap({ nodes[$0] }) { json.field("node", node) }
                }
            }
        }
    }
}
