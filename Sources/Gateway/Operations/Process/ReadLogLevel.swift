import ClientProtocol
import Domain
import JSON
import Telemetry

/// `admin.gateway.logLevel`.
enum ReadLogLevel: AdminOperation {
    static let declaration = Operation(
        "admin.gateway.logLevel", "Tells the least important lines that the log has now.", roles: .admin,
        result: LogLevelFields.all)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let control = request.context.control.logLevel
        return .reply { LogLevelFields.write(control, to: &$0) }
    }
}
