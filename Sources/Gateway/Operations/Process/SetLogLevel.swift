import ClientProtocol
import Domain
import JSON
import Telemetry

/// `admin.gateway.setLogLevel`.
enum SetLogLevel: AdminOperation {
    static let declaration = Operation(
        "admin.gateway.setLogLevel",
        "Changes the least important lines that the log has, for a time or until it is changed again. A restart has "
            + "`log.level` again.", roles: .admin, parameters: [level.description, seconds.description],
        result: LogLevelFields.all
    ).forOperators

    private static let level = Parameter<LogLevel>("level", type: LogLevelFields.type, "The level.") {
        value throws(Mismatch) in
        guard let level = value.string.flatMap(LogLevel.init) else {
            throw Mismatch("must be debug, info, warning or error")
        }
        return level
    }
    private static let seconds = Parameter.integer(
        "seconds", in: 1...86_400, "For how long; then `log.level` holds again. Left out: until it is changed."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (level, seconds) = (try request(Self.level), try request(Self.seconds))
        let control = request.context.control.logLevel
        return .reply { json in
            control.set(level, seconds: seconds, by: caller.keyName)
            LogLevelFields.write(control, to: &json)
        }
    }
}
