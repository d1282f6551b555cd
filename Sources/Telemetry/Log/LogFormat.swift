import Bytes
import Domain
import JSON

/// How a line of the log is written: one JSON object, or text for people.
package enum LogFormat: String, CaseIterable, Sendable {
    case json, text
}

extension LogFormat {
    /// In characters; a longer value is cut.
    static let longestValue = 1024

    func append(_ line: LogLine, to text: inout ByteBuffer) {
        switch self {
        case .json: appendJSON(line, to: &text)
        case .text: appendText(line, to: &text)
        }
        text.append(UInt8(ascii: "\n"))
    }

    /// `{"time":"2026-01-02T03:04:05.678Z","level":"info","message":"listening","port":7750}`
    private func appendJSON(_ line: LogLine, to text: inout ByteBuffer) {
        var json = JSONWriter(into: text)
        json.object { json in
            json.field("time", line.time.description)
            json.field("level", line.level.rawValue)
            json.field("message", line.message)
            for (key, value) in line.fields {
                switch value.logged {
                case nil: break
                case .text(let value):
                    json.key(key)
                    quoted(cut(value)).withBytes { json.value(raw: $0) }
                case .integer(let value): json.field(key, value)
                case .number(let value) where value.isFinite: json.field(key, value)
                case .number(let value): json.field(key, value.description)
                case .flag(let value): json.field(key, value)
                }
            }
        }
        text = json.finish()
    }

    /// `2026-01-02T03:04:05.678Z info listening port=7750`
    private func appendText(_ line: LogLine, to text: inout ByteBuffer) {
        text.append(text: "\(line.time) \(line.level.rawValue) ")
        text.append(line.message)
        for (key, value) in line.fields {
            guard let value = value.logged else { continue }
            text.append(" ")
            text.append(key)
            text.append("=")
            switch value {
            case .text(let value): text.append(text: isPlain(value) ? value : quoted(cut(value)))
            case .integer(let value): text.append(text: value.description)
            case .number(let value): text.append(text: value.description)
            case .flag(let value): text.append(text: value.description)
            }
        }
    }
}

private func cut(_ value: String) -> String {
    let short = value.unicodeScalars.prefix(LogFormat.longestValue)
    return short.endIndex == value.unicodeScalars.endIndex ? value : String(short) + "…"
}

/// Whether a value can stand in a line of text without quotes and still be told from what follows.
private func isPlain(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.count <= LogFormat.longestValue
        && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
}

/// A string of JSON in which nothing moves a terminal's cursor, ends a line or changes the direction of what follows.
private func quoted(_ value: String) -> String {
    var quoted = "\""
    for scalar in value.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\n": quoted += "\\n"
        case _ where scalar.isControl || scalar.controlsDirection:
            // None of these has more than four digits.
            let digits = String(scalar.value, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: quoted.unicodeScalars.append(scalar)
        }
    }
    return quoted + "\""
}
