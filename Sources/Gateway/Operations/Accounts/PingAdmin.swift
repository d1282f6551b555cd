import ClientProtocol
import Domain
import JSON
import ServerAPI
import Telemetry

/// `admin.ping`.
enum PingAdmin: AdminOperation {
    static let declaration = AdminOperations.ping

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let time = request.context.configuration.now.time
        return .reply { json in
            json.field("key", caller.keyName)
            if let user = caller.operatorID { json.field("operatorId", user.text) }
            json.field("version", Build.version)
            json.field("serverTime", time.rawValue)
        }
    }
}
