import JSON

/// Who has made the files of an import.
enum ImportFormat: String, CaseIterable {
    /// Lines as docs/importing.md has them, and nothing else.
    case lines
    case tencent, easemob, netease, rongcloud

    /// What a service's answer becomes. A call that is not known becomes a line for the report.
    func read(_ saved: SavedAnswer) -> [String] {
        let lines: [String]? =
            switch self {
            case .lines: nil
            case .tencent: TencentAnswers.lines(of: saved) ?? TencentMessages.lines(of: saved)
            case .easemob: EasemobAnswers.lines(of: saved)
            case .netease: NetEaseAnswers.lines(of: saved) ?? NetEaseMessages.lines(of: saved)
            case .rongcloud: RongCloudAnswers.lines(of: saved)
            }
        return lines ?? [ImportLine.left(saved.call, "this call is not read")]
    }

    /// What a record of a service's message files becomes; nil: it is none.
    func read(fromFile record: JSONValue) -> [String]? {
        switch self {
        case .lines, .netease: nil
        case .tencent: TencentMessages.lines(inFile: record)
        case .easemob: EasemobMessages.lines(inFile: record)
        case .rongcloud: RongCloudMessages.lines(inFile: record)
        }
    }
}

extension ImportLine {
    static func make(_ type: StaticString, _ members: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("type", type)
            members(&json)
        }
        return json.text
    }

    /// The line for what cannot be taken.
    static func left(_ what: String, _ reason: String) -> String {
        make("left") { json in
            json.field("what", what)
            json.field("reason", reason)
        }
    }
}

extension SavedAnswer {
    /// Whether the call ends in this path.
    func isCall(_ path: String) -> Bool { call == path || call.hasSuffix("/" + path) }

    /// The parts of the call's path.
    var parts: [Substring] { call.prefix { $0 != "?" }.split(separator: "/") }

    /// A parameter of the call.
    func parameter(_ name: StaticString) -> String { request?[name]?.identifier ?? "" }

    /// A list of the answer; empty if it is not there.
    func list(_ name: StaticString) -> [JSONValue] { answer[name].list }
}

extension JSONValue? {
    var list: [JSONValue] { self?.elements.map(Array.init) ?? [] }
}

/// A text or a number of another object under the name that it has here. Empty texts are left out.
func copyText(_ name: StaticString, _ value: JSONValue?, into json: inout JSONWriter) {
    if let text = value?.identifier, !text.isEmpty { json.field(name, text) }
}

/// Likewise as a number, which some services write as a text.
func copyNumber(
    _ name: StaticString, _ value: JSONValue?, dividedBy divisor: Int64 = 1, into json: inout JSONWriter
) {
    if let number = value?.identifier.flatMap({ Int64($0) }) { json.field(name, number / divisor) }
}

/// A list of members or friends who have nothing but their ids.
func writeUsers(
    _ name: StaticString, _ ids: [String], into json: inout JSONWriter,
    _ more: (inout JSONWriter) -> Void = { _ in }
) {
    json.array(name) { json in
        for id in ids {
            json.object { json in
                json.field("userID", id)
                more(&json)
            }
        }
    }
}
