import JSON

/// A line of type `message`: what was said at a service, and where.
struct HistoryLine {
    enum Place {
        case user(String)
        case group(String)
    }

    let id: String
    let from: String
    let place: Place
    /// In milliseconds since 1970.
    let time: Int64
    /// Nil: it is no text, and travels as it is inside a custom message, as the bridge of dual running sends it.
    let text: String?
    /// The members of the body, without braces: of a text, those beside it.
    let members: (inout JSONWriter) -> Void

    var line: String {
        ImportLine.make("message") { json in
            json.field("id", id)
            json.field("from", from)
            switch place {
            case .user(let user): json.field("to", user)
            case .group(let group): json.field("group", group)
            }
            json.field("time", time)
            json.field("kind", text == nil ? 100 : 0)
            json.object("body") { json in
                if let text { json.field("text", text) }
                members(&json)
            }
        }
    }
}

extension [HistoryLine] {
    /// Services give pages of the newest first, too.
    var inOrder: [String] {
        enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element.line)
    }
}

/// A member as it is there, if it says something.
func copyValue(_ name: StaticString, _ value: JSONValue?, into json: inout JSONWriter) {
    guard let value, !value.isNull, value.string?.isEmpty != true, value.members == nil || value.count > 0 else {
        return
    }
    json.field(name, value)
}
