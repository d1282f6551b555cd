import Domain
import JSON

extension PushPayload {
    /// One JSON object, the same for the same.
    var json: String {
        var json = JSONWriter()
        json.object { json in
            if let sound { json.field("sound", sound) }
            if !hasBadge { json.field("badge", false) }
            if let channel { json.field("channel", channel) }
            if let category { json.field("category", category) }
            if let collapseID { json.field("collapseId", collapseID) }
            if let custom { json.field("custom", custom) }
        }
        return json.text
    }

    /// Nil: the text was not written like this.
    init?(json: String) {
        self.init()
        guard let value = try? JSONDocument().parse(json) else { return nil }
        sound = value["sound"]?.string
        hasBadge = value["badge"]?.bool ?? true
        channel = value["channel"]?.string
        category = value["category"]?.string
        collapseID = value["collapseId"]?.string
        custom = value["custom"]?.string
    }
}

extension MemberPushOption {
    /// One JSON object, the same for the same.
    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("forcePush", isForced)
            if let users {
                json.array("userIds") { json in
                    for user in users.sorted() { json.value(user) }
                }
            }
            if let text { json.field("apnsContent", text) }
        }
        return json.text
    }

    /// Nil: the text was not written like this.
    init?(json: String) {
        let document = JSONDocument()
        guard let value = try? document.parse(json), let isForced = value["forcePush"]?.bool else { return nil }
        self.init(
            isForced: isForced, users: value["userIds"]?.elements.map { Set($0.compactMap(\.string)) },
            text: value["apnsContent"]?.string)
    }
}
