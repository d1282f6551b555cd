import JSON

/// Messages of NetEase IM: the answers of the calls that read a conversation.
enum NetEaseMessages {
    static func lines(of saved: SavedAnswer) -> [String]? {
        if saved.isCall("history/querySessionMsg.action") {
            let (one, other) = (saved.parameter("from"), saved.parameter("to"))
            return lines(saved.list("msgs")) { .user($0 == one ? other : one) }
        }
        if saved.isCall("history/queryTeamMsg.action") {
            let team = saved.parameter("tid")
            return lines(saved.list("msgs")) { _ in .group(team) }
        }
        return nil
    }

    private static func lines(_ messages: [JSONValue], _ place: (String) -> HistoryLine.Place) -> [String] {
        var (found, left): ([HistoryLine], [String]) = ([], [])
        for message in messages {
            let id = message["msgid"]?.identifier ?? ""
            guard let from = message["from"]?.identifier,
                let time = message["sendtime"]?.identifier.flatMap({ Int64($0) }),
                !id.isEmpty
            else {
                left.append(ImportLine.left("message \(id)", "it has no id, sender or time"))
                continue
            }
            let text = message["type"]?.identifier == "0" ? message["body"]?["msg"]?.string : nil
            found.append(
                HistoryLine(id: id, from: from, place: place(from), time: time, text: text) { json in
                    if text == nil {
                        for name: StaticString in ["type", "body", "attach"] {
                            copyValue(name, message[name], into: &json)
                        }
                    }
                    copyValue("ext", message["ext"], into: &json)
                })
        }
        // The newest is the first unless `reverse` was 1: messages of one time keep the order that those of others show.
        let isDescending = found.count > 1 && found[0].time > found[found.count - 1].time
        return left + (isDescending ? Array(found.reversed()) : found).inOrder
    }
}
