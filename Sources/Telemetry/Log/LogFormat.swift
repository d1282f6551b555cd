/// How a line of the log is written: one JSON object, or text for people.
package enum LogFormat: String, CaseIterable, Sendable {
    case json, text
}

extension LogFormat {
    /// A longer value is cut.
    static let longestValue = 1024

    func append(_ line: LogLine, to text: inout [UInt8]) {
        switch self {
        case .json: appendJSON(line, to: &text)
        case .text: appendText(line, to: &text)
        }
        text.append(UInt8(ascii: "\n"))
    }

    /// `{"time":"2026-01-02T03:04:05.678Z","level":"info","message":"listening","port":7750}`
    private func appendJSON(_ line: LogLine, to text: inout [UInt8]) {
        text += #"{"time":""#.utf8
        text += line.time.description.utf8
        text += #"","level":""#.utf8
        text += line.level.rawValue.utf8
        text += #"","message":"#.utf8
        appendQuoted(line.message.description, to: &text)
        for (key, value) in line.fields {
            guard let value = value.logged else { continue }
            text.append(UInt8(ascii: ","))
            appendQuoted(key.description, to: &text)
            text.append(UInt8(ascii: ":"))
            switch value {
            case .text(let value): appendQuoted(value, to: &text)
            case .integer(let value): text += String(value).utf8
            case .number(let value) where value.isFinite: text += value.description.utf8
            case .number(let value): appendQuoted(value.description, to: &text)
            case .flag(let value): text += String(value).utf8
            }
        }
        text.append(UInt8(ascii: "}"))
    }

    /// `2026-01-02T03:04:05.678Z info listening port=7750`
    private func appendText(_ line: LogLine, to text: inout [UInt8]) {
        text += line.time.description.utf8
        text.append(UInt8(ascii: " "))
        text += line.level.rawValue.utf8
        text.append(UInt8(ascii: " "))
        text += line.message.description.utf8
        for (key, value) in line.fields {
            guard let value = value.logged else { continue }
            text.append(UInt8(ascii: " "))
            text += key.description.utf8
            text.append(UInt8(ascii: "="))
            switch value {
            case .text(let value) where isPlain(value): text += value.utf8
            case .text(let value): appendQuoted(value, to: &text)
            case .integer(let value): text += String(value).utf8
            case .number(let value): text += value.description.utf8
            case .flag(let value): text += String(value).utf8
            }
        }
    }
}

/// Whether a value can stand in a line of text without quotes and still be told from what follows.
private func isPlain(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.count <= LogFormat.longestValue
        && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
}

/// A JSON string; control characters are escaped, so that nobody forges a line or moves a terminal's cursor.
private func appendQuoted(_ value: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for scalar in value.unicodeScalars.prefix(LogFormat.longestValue) {
        switch scalar {
        case "\"": text += #"\""#.utf8
        case "\\": text += #"\\"#.utf8
        case "\n": text += #"\n"#.utf8
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            text += #"\u"#.utf8
            text += String(repeating: "0", count: 4 - digits.count).utf8
            text += digits.utf8
        default: text += String(scalar).utf8
        }
    }
    if value.unicodeScalars.count > LogFormat.longestValue { text += "…".utf8 }
    text.append(UInt8(ascii: "\""))
}
