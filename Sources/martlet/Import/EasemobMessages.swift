import JSON

/// Messages of Easemob: the files of `chatmessages/{time}`, with a message in each line.
enum EasemobMessages {
    static func lines(inFile record: JSONValue) -> [String]? {
        guard let id = record["msg_id"]?.identifier, let kind = record["chat_type"]?.string else { return nil }
        guard kind == "chat" || kind == "groupchat" else {
            return [ImportLine.left("message \(id)", "there are no conversations of type \(kind)")]
        }
        let isGroup = kind == "groupchat"
        let to = (isGroup ? record["group_id"] ?? record["to"] : record["to"])?.identifier
        let (payload, bodies) = (record["payload"], record["payload"]?["bodies"].list ?? [])
        guard let from = record["from"]?.identifier, let to, let time = record["timestamp"]?.int64, !bodies.isEmpty
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
