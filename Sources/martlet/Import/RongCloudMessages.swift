import JSON

/// Messages of RongCloud: the files of `message/history.json`, with a message in each line.
enum RongCloudMessages {
    /// Receipts and signals are messages there, too: nobody has written them.
    private static let signals = [
        "RC:ReadNtf", "RC:RRReqMsg", "RC:RRRspMsg", "RC:SRSMsg", "RC:TypSts", "RC:RcCmd", "RC:CmdMsg",
    ]

    /// A line without the time that may stand before its object.
    static func object(in line: String) -> String {
        guard let begin = line.firstIndex(of: "{"),
            line[..<begin].allSatisfy({ $0.isNumber || $0.isWhitespace || "-/:.,T".contains($0) })
        else { return line }
        return String(line[begin...])
    }

    static func lines(inFile record: JSONValue) -> [String]? {
        guard let name = record["classname"]?.string, let type = record["targetType"]?.identifier else { return nil }
        let id = record["msgUID"]?.identifier ?? ""
        if signals.contains(name) { return [ImportLine.signal("message \(id)")] }
        guard type == "1" || type == "3" else {
            return [ImportLine.left("message \(id)", "there are no conversations of type \(type)")]
        }
        let to = record["targetId"]?.identifier
        guard let from = record["fromUserId"]?.identifier, let to, !id.isEmpty,
            let content = record["content"].map(parsed), let time = time(of: record)
        else { return [ImportLine.left("message \(id)", "it has no id, sender, place, time or content")] }
        let text = name == "RC:TxtMsg" ? content["content"]?.string : nil
        let place = type == "3" ? HistoryLine.Place.group(to) : .user(to)
        let line = HistoryLine(id: id, from: from, place: place, time: time, text: text) { json in
            if text == nil {
                json.field("objectName", name)
                copyValue("content", content, into: &json)
            } else {
                copyValue("extra", content["extra"], into: &json)
            }
        }
        return [line.line]
    }

    /// It can be an object, or the text of one.
    private static func parsed(_ content: JSONValue) -> JSONValue {
        guard let text = content.string, let object = try? JSONDocument().parse(text), object.members != nil else {
            return content
        }
        return object
    }

    private static func time(of record: JSONValue) -> Int64? {
        record["timestamp"]?.identifier.flatMap { Int64($0) } ?? record["dateTime"]?.string.flatMap(time)
    }

    /// Such as 2013-11-25 11:00:00.123, by the clocks of Beijing. Not all files have a space behind the day.
    private static func time(_ text: String) -> Int64? {
        let digits = text.utf8.filter { (48...57).contains($0) }
        guard digits.count == 14 || digits.count == 17 else { return nil }
        func number(_ range: Range<Int>) -> Int64 { digits[range].reduce(0) { $0 * 10 + Int64($1 - 48) } }
        let seconds = CivilTime.seconds(
            year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
            minute: number(10..<12), second: number(12..<14))
        return seconds.map { ($0 - 8 * 3_600) * 1_000 + number(14..<digits.count) }
    }
}
