import JSON

/// Rows of Tinode's table of messages.
enum TinodeMessages {
    static func learn(_ row: JSONValue, _ known: inout ImportKnowledge) throws(DamagedRecord) {
        guard let (topic, _) = place(of: row), !isDeleted(row), let target = target(of: row, in: topic),
            let from = try TinodeNames.optionalUser(row["from"], known)
        else { return }
        known.edit(target, by: from, members(of: row))
    }

    static func lines(of row: JSONValue, _ known: ImportKnowledge) throws(DamagedRecord) -> [String]? {
        guard let (topic, number) = place(of: row) else { return nil }
        // An edited message stands in its place as it became. Messages to the operator are reported with their topic.
        if isDeleted(row) || target(of: row, in: topic) != nil { return [] }
        let id = "\(topic):\(number)"
        guard let from = try TinodeNames.optionalUser(row["from"], known), let time = row["createdat"]?.dumpedTime
        else {
            return [ImportLine.left("message \(id)", "it has no sender or time")]
        }
        let place: HistoryLine.Place
        switch topic.prefix(3) {
        case "grp": place = .group(topic)
        // Kept by the user for itself.
        case "slf" where topic.dropFirst(3) == from.dropFirst(3): place = .user(from)
        case "p2p":
            guard let peer = TinodeNames.peer(of: from, in: topic) else {
                return [ImportLine.left("message \(id)", "\(from) is not in \(topic)")]
            }
            place = .user(peer)
        default: return []
        }
        let edit = try known.edit(of: id, by: from)
        let line = line(id, from, place, time, edit ?? row)
        let users = row["deletedfor"].list.compactMap { $0["user"]?.string.map { "usr\($0)" } }
        return [line.line] + (users.isEmpty ? [] : [ImportLine.deleted("message \(id)", by: users)])
    }

    private static func line(
        _ id: String, _ from: String, _ place: HistoryLine.Place, _ time: Int64, _ row: JSONValue
    ) -> HistoryLine {
        let (content, drafty) = (row["content"], row["content"].flatMap { Drafty($0) })
        let text = content?.string ?? drafty?.text
        let saysAll = content?.string != nil || text != nil && drafty?.isPlain == true
        return HistoryLine(id: id, from: from, place: place, time: time, text: text) { json in
            if !saysAll { copyPlainly("content", content, into: &json) }
            let head = row["head"]?.members.map { $0.filter { !$0.key.isString("mime") && !$0.value.isNull } } ?? []
            guard !head.isEmpty else { return }
            json.object("head") { json in
                for (name, value) in head {
                    json.key(text: name.keyText)
                    value.writePlainly(into: &json)
                }
            }
        }
    }

    private static func place(of row: JSONValue) -> (topic: String, number: Int64)? {
        guard row["modewant"] == nil, let topic = row["topic"]?.string, let number = row["seqid"]?.dumpedNumber else {
            return nil
        }
        return (topic, number)
    }

    /// For all: its place is kept.
    private static func isDeleted(_ row: JSONValue) -> Bool {
        !row["deletedat"].isNothing || (row["delid"]?.dumpedNumber ?? 0) > 0 || row["content"].isNothing
    }

    /// The message that this one replaces: `:12`, or with its topic.
    private static func target(of row: JSONValue, in topic: String) -> String? {
        guard let target = row["head"]?["replace"]?.string else { return nil }
        return target.hasPrefix(":") ? topic + target : target
    }

    private static func members(of row: JSONValue) -> String {
        var json = JSONWriter()
        json.object { json in
            copyValue("content", row["content"], into: &json)
            let head = row["head"]?.members.map { $0.filter { !$0.key.isString("replace") } } ?? []
            json.object("head") { json in
                for (name, value) in head {
                    json.key(text: name.keyText)
                    json.value(value)
                }
            }
        }
        return json.text
    }
}
