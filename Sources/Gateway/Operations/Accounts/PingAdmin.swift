import ClientProtocol
import Domain
import JSON
import Telemetry

/// `admin.ping`.
enum PingAdmin: AdminOperation {
    static let declaration = Operation(
        "admin.ping", "Replies, which shows that the key is valid.", roles: .admin,
        result: [
            Field("key", .string, "The name of the key that opened the session."),
            Field(
                optional: "operatorId", .string, "The user in whose name the session acts. Absent if none was given."),
            Field("version", .string, "The gateway's version."),
            Field("serverTime", .milliseconds, "The gateway's clock."),
        ])

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
