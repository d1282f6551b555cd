/// Named values beside a line's message, as in `["address": address, "port": port]`.
package typealias LogFields = KeyValuePairs<StaticString, any LogValue>

/// A value of a field in the log.
package protocol LogValue: Sendable {
    /// Nil leaves the field out.
    var logged: LoggedValue? { get }
}

package enum LoggedValue: Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
}

extension String: LogValue {
    package var logged: LoggedValue? { .text(self) }
}

extension Int: LogValue {
    package var logged: LoggedValue? { .integer(self) }
}

extension UInt16: LogValue {
    package var logged: LoggedValue? { .integer(Int(self)) }
}

extension Double: LogValue {
    package var logged: LoggedValue? { .number(self) }
}

extension Bool: LogValue {
    package var logged: LoggedValue? { .flag(self) }
}

extension Optional: LogValue where Wrapped: LogValue {
    package var logged: LoggedValue? { self?.logged }
}

struct LogLine: Sendable {
    var time: WallTime
    var level: LogLevel
    var message: StaticString
    var fields: LogFields

    static func dropped(_ count: Int) -> LogLine {
        LogLine(time: .now, level: .warning, message: "log lines dropped", fields: ["lines": count])
    }
}
