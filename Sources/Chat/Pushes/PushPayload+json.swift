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
            if let subtitle { json.field("subtitle", subtitle) }
            if let thread { json.field("thread", thread) }
            if let custom { json.field("custom", custom) }
            if let title { json.field("title", title) }
            if let image { json.field("image", image) }
            if let level { json.field("level", level.rawValue) }
            if let pushClass { json.field("class", pushClass.rawValue) }
            if isMutable { json.field("mutable", true) }
            if isSilent { json.field("silent", true) }
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
        subtitle = value["subtitle"]?.string
        thread = value["thread"]?.string
        custom = value["custom"]?.string
        title = value["title"]?.string
        image = value["image"]?.string
        level = value["level"]?.string.flatMap(PushLevel.init)
        pushClass = value["class"]?.string.flatMap(PushClass.init)
        isMutable = value["mutable"]?.bool ?? false
        isSilent = value["silent"]?.bool ?? false
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
