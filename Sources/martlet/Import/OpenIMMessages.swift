import JSON

/// Documents of OpenIM's collection `msg`: up to 100 messages of a conversation each.
enum OpenIMMessages {
    private static let typing: Int64 = 113
    /// Texts, with the member of their content that is the text: plain, with names, quoting, with styles, Markdown.
    private static let texts: [Int64: StaticString] = [
        101: "content", 106: "text", 114: "text", 117: "text", 118: "content",
    ]
    /// Of an account of the operator's, to one user.
    private static let announcement: Int64 = 1400

    static func lines(of document: JSONValue) -> [String]? {
        guard let name = document["doc_id"]?.string, let messages = document["msgs"]?.elements else { return nil }
        var (found, others): ([HistoryLine], [String]) = ([], [])
        for element in messages {
            // A place that has no message yet, or none any more; one that was recalled.
            guard let message = element["msg"], message.members != nil, element["revoke"].isNothing else { continue }
            let id = message["client_msg_id"]?.identifier ?? ""
            let (type, status) = (message["content_type"]?.dumpedNumber ?? 0, message["status"]?.dumpedNumber ?? 0)
            // Deleted for all.
            if status == 4 { continue }
            if type == typing || type >= 1_000 && type != announcement || name.hasPrefix("n_") {
                others.append(ImportLine.signal("message \(id)"))
                continue
            }
            guard let line = line(of: message, id, type) else {
                others.append(
                    ImportLine.left("message \(id) of \(name)", "it has no id, sender, place, time or content"))
                continue
            }
            found.append(line)
            let users = element["del_list"].list.compactMap(\.identifier)
            if !users.isEmpty { others.append(ImportLine.deleted("message \(id)", by: users)) }
        }
        return found.inOrder + others
    }

    private static func line(of message: JSONValue, _ id: String, _ type: Int64) -> HistoryLine? {
        guard !id.isEmpty, let from = message["send_id"]?.identifier, !from.isEmpty, let place = place(of: message),
            let time = message["send_time"]?.dumpedNumber, let content = message["content"]?.string
        else { return nil }
        let object = parsed(content)
        let text = texts[type].flatMap { object?[$0]?.string ?? (object == nil ? content : nil) }
        return HistoryLine(id: id, from: from, place: place, time: time, text: text) { json in
            if text == nil { json.field("contentType", type) }
            if let object, text == nil || (object.count > 1) {
                json.field("content", object)
            } else if text == nil {
                json.field("content", content)
            }
            copyValue("ex", message["ex"], into: &json)
        }
    }

    private static func place(of message: JSONValue) -> HistoryLine.Place? {
        switch message["session_type"]?.dumpedNumber {
        case 1, 4: message["recv_id"]?.identifier.map { .user($0) }
        case 2, 3: message["group_id"]?.identifier.map { .group($0) }
        default: nil
        }
    }

    /// Clients write an object's text; what is none, or nested deeper than it can travel, stays a text.
    private static func parsed(_ content: String) -> JSONValue? {
        let limits = JSONLimits(bytes: 1 << 20, depth: ImportLine.depth - 2)
        guard let object = try? JSONDocument().parse(content, limits: limits), object.members != nil else { return nil }
        return object
    }
}

extension JSONValue? {
    /// MongoDB's documents have null where something is not set.
    var isNothing: Bool { self?.isNull ?? true }
}
