import JSON

/// The system that the files of an import come from.
enum ImportFormat: String, CaseIterable {
    /// Lines as docs/importing.md has them, and nothing else.
    case lines
    case tencent, easemob, netease, rongcloud
    /// Dumps of the databases of servers that are open source.
    case openim, tinode

    /// The lines for a service's answer. A call that is not known becomes a line for the report.
    func read(_ saved: SavedAnswer) -> [String] {
        let lines: [String]? =
            switch self {
            case .lines: nil
            case .tencent: TencentAnswers.lines(of: saved) ?? TencentMessages.lines(of: saved)
            case .easemob: EasemobAnswers.lines(of: saved)
            case .netease: NetEaseAnswers.lines(of: saved) ?? NetEaseMessages.lines(of: saved)
            case .rongcloud: RongCloudAnswers.lines(of: saved)
            case .openim, .tinode: nil
            }
        return lines ?? [ImportLine.left(saved.call, "this call is not read")]
    }

    /// The object of a line. RongCloud's files can have its time before it.
    func object(in line: String) -> String {
        self == .rongcloud ? RongCloudMessages.object(in: line) : line
    }

    /// Whether its files can have answers to calls.
    var readsAnswers: Bool { self != .lines && !looksAhead }

    /// Whether its records have to know of others.
    var looksAhead: Bool { self == .openim || self == .tinode }

    /// Takes from a record what others have to know.
    func learn(_ record: JSONValue, _ known: inout ImportKnowledge) throws(DamagedRecord) {
        switch self {
        case .lines, .tencent, .easemob, .netease, .rongcloud: break
        case .openim: OpenIMCollections.learn(record, &known)
        case .tinode:
            try TinodeTables.learn(record, &known)
            try TinodeMessages.learn(record, &known)
        }
    }

    /// The lines for a record of a service's message files or of a database's dump; nil: it is none.
    func read(fromFile record: JSONValue, _ known: ImportKnowledge) throws(DamagedRecord) -> [String]? {
        switch self {
        case .lines, .netease: return nil
        case .tencent: return TencentMessages.lines(inFile: record)
        case .easemob: return EasemobMessages.lines(inFile: record)
        case .rongcloud: return RongCloudMessages.lines(inFile: record)
        case .openim: return OpenIMMessages.lines(of: record) ?? OpenIMCollections.lines(of: record, known)
        case .tinode:
            if let lines = try TinodeMessages.lines(of: record, known) { return lines }
            return try TinodeTables.lines(of: record, known)
        }
    }

    /// The form that a line must have.
    var wanted: String {
        switch self {
        case .lines: "an object with `type` is wanted"
        case .tencent, .easemob, .netease, .rongcloud: "an object with `type`, or `call` and `answer` is wanted"
        case .openim: "this is no document of a collection of OpenIM that is read"
        case .tinode: "this is no row of a table of Tinode that is read"
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

    /// The line for what cannot be taken. `group`: it is this group with all that is about it.
    static func left(_ what: String, _ reason: String, group: String? = nil) -> String {
        make("left") { json in
            json.field("what", what)
            if let group { json.field("group", group) }
            json.field("reason", reason)
        }
    }

    /// The line for messages that are taken, though these users had deleted them for themselves.
    static func deleted(_ messages: String, by users: [String]) -> String {
        left(messages, "deleted by \(users.joined(separator: ", ")) for themselves: it is there again")
    }

    /// The line for a message that nobody has written, such as "is typing": it is counted, and not missed.
    static func signal(_ what: String) -> String {
        make("signal") { $0.field("what", what) }
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

/// Copies a number, which some services write as a text.
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
