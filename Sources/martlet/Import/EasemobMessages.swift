import JSON

/// Messages of Easemob: the files of `chatmessages/{time}`, with a message in each line.
enum EasemobMessages {
    static func lines(inFile record: JSONValue) -> [String]? {
        guard let id = record["msg_id"]?.identifier, let kind = record["chat_type"]?.string else { return nil }
        let (payload, bodies) = (record["payload"], record["payload"]?["bodies"].list ?? [])
        if bodies.first?["type"]?.isString("cmd") == true { return [ImportLine.signal("message \(id)")] }
        guard kind == "chat" || kind == "groupchat" else {
            return [ImportLine.left("message \(id)", "there are no conversations of type \(kind)")]
        }
        let isGroup = kind == "groupchat"
        // Those beside the payload can be internal names.
        let from = payload?["from"]?.identifier ?? record["from"]?.identifier
        let outer = isGroup ? record["group_id"] ?? record["to"] : record["to"]
        let to = payload?["to"]?.identifier ?? outer?.identifier
        guard let from, let to, let time = record["timestamp"]?.int64, !bodies.isEmpty
        else { return [ImportLine.left("message \(id)", "it has no sender, place, time or body")] }
        let isText = bodies.count == 1 && bodies[0]["type"]?.isString("txt") == true
        let text = isText ? bodies[0]["msg"]?.string : nil
        let line = HistoryLine(id: id, from: from, place: isGroup ? .group(to) : .user(to), time: time, text: text) {
            json in
            if text == nil { copyValue("bodies", payload?["bodies"], into: &json) }
            copyValue("ext", payload?["ext"], into: &json)
        }
        return [line.line]
    }
}
