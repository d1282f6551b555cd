import JSON

/// Messages of RongCloud: the files of `message/history.json`, with a message in each line.
enum RongCloudMessages {
    /// Receipts and signals are messages there, too: nobody has written them.
    private static let signals = [
        "RC:ReadNtf", "RC:RRReqMsg", "RC:RRRspMsg", "RC:SRSMsg", "RC:TypSts", "RC:RcCmd", "RC:CmdMsg",
    ]

    static func lines(inFile record: JSONValue) -> [String]? {
        guard let name = record["classname"]?.string, let type = record["targetType"]?.identifier else { return nil }
        if signals.contains(name) { return [] }
        let id = record["msgUID"]?.identifier ?? ""
        guard type == "1" || type == "3" else {
            return [ImportLine.left("message \(id)", "there are no conversations of type \(type)")]
        }
        let to = record["targetId"]?.identifier
        guard let from = record["fromUserId"]?.identifier, let to, !id.isEmpty, let content = record["content"],
            let time = record["dateTime"]?.string.flatMap(time)
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

    /// Such as 2013-11-25 11:00:00.123, by the clocks of Beijing.
    private static func time(_ text: String) -> Int64? {
        let parts = text.split(whereSeparator: { "-/ :.T".contains($0) }).map { Int64($0) }
        guard parts.count == 6 || parts.count == 7, !parts.contains(nil) else { return nil }
        let (year, month, day) = (parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0)
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Days of the proleptic Gregorian calendar since 1970: years begin with March, so that leap days are at their ends.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        let seconds = days * 86_400 + (parts[3] ?? 0) * 3_600 + (parts[4] ?? 0) * 60 + (parts[5] ?? 0)
        return (seconds - 8 * 3_600) * 1_000 + (parts.count == 7 ? parts[6] ?? 0 : 0)
    }
}
