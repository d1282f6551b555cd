import JSON

/// Messages of Tencent IM: the files of `open_msg_svc/get_history`, and the answers of the calls that read a conversation.
enum TencentMessages {
    static func lines(of saved: SavedAnswer) -> [String]? {
        if saved.isCall("openim/admin_getroammsg") { return lines(saved.list("MsgList")) }
        if saved.isCall("group_open_http_svc/group_msg_get_simple") {
            let group = saved.answer["GroupId"]?.identifier ?? saved.parameter("GroupId")
            // The newest is the first there.
            return lines(saved.list("RspMsgList").reversed(), of: group)
        }
        return nil
    }

    /// A file is one object, or a message in each line.
    static func lines(inFile record: JSONValue) -> [String]? {
        if record["MsgList"] != nil, record["call"] == nil { return lines(record["MsgList"].list) }
        return record["MsgBody"] == nil ? nil : lines([record])
    }

    private static func lines(_ messages: [JSONValue], of group: String? = nil) -> [String] {
        var (found, left): ([HistoryLine], [String]) = ([], [])
        // A place that has nothing any more is not a message.
        for message in messages where (message["IsPlaceMsg"]?.int64 ?? 0) == 0 {
            let number = message["MsgSeq"]?.identifier ?? ""
            let id = message["MsgKey"]?.identifier ?? "\(number)_\(message["MsgRandom"]?.identifier ?? "")"
            let elements = message["MsgBody"].list
            guard let from = message["From_Account"]?.identifier, !elements.isEmpty,
                let seconds = (message["MsgTimestamp"] ?? message["MsgTimeStamp"])?.int64,
                let place = place(of: message, in: group)
            else {
                left.append(ImportLine.left("message \(id)", "it has no sender, place, time or body"))
                continue
            }
            // As with a recalled one.
            if message["MsgFlagBits"]?.int64 == 8 { continue }
            let isText = elements.count == 1 && elements[0]["MsgType"]?.isString("TIMTextElem") == true
            let text = isText ? elements[0]["MsgContent"]?["Text"]?.string : nil
            found.append(
                HistoryLine(id: id, from: from, place: place, time: seconds * 1000, text: text) { json in
                    if text == nil { copyValue("MsgBody", message["MsgBody"], into: &json) }
                    copyValue("CloudCustomData", message["CloudCustomData"], into: &json)
                })
        }
        return left + found.inOrder
    }

    private static func place(of message: JSONValue, in group: String?) -> HistoryLine.Place? {
        if let id = group ?? message["GroupId"]?.identifier { return .group(id) }
        return message["To_Account"]?.identifier.map { .user($0) }
    }
}
