import ClientProtocol
import Domain
import EventLoop
import JSON
import ServerAPI
import Telemetry

/// `admin.ping`.
enum PingAdmin {
    static let entry: (Operation, Handler) = (AdminOperations.ping, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        call.reply { json in
            json.field("key", session.keyName)
            if let user = session.operatorID { json.field("operatorId", user.text) }
            json.field("version", Build.version)
            json.field("serverTime", Clock.wall)
        }
    }
}
