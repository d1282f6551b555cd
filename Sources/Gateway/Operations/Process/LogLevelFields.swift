import ClientProtocol
import Domain
import JSON
import Telemetry

/// What operators are told of the log's level.
enum LogLevelFields {
    static let type = ValueType.words(LogLevel.allCases.map(\.rawValue))
    static let all = [
        Field("level", type), Field("configured", type, "`log.level`."),
        Field(optional: "until", .milliseconds, "When the configured one holds again."),
    ]

    static func write(_ control: LogLevelControl, to json: inout JSONWriter) {
        let state = control.state
        json.field("level", state.level.rawValue)
        json.field("configured", control.configured.rawValue)
        if let until = state.until { json.field("until", until.rawValue) }
    }
}
