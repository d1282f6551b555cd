import ClientProtocol
import Domain
import EventLoop
import JSON
import Telemetry

/// An administrator asks whether the gateway is there.
enum AdminHandlers {
    static func pingAdmin(_ call: Call, _ session: AdminSession) throws(Refusal) {
        call.reply { json in
            json.field("key", session.keyName)
            if let user = session.operatorID { json.field("operatorId", user.text) }
            json.field("version", Build.version)
            json.field("serverTime", Clock.wall)
        }
    }
}
