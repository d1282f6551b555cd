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
            if let call {
                json.object("call") { json in
                    json.field("id", call.call.rawValue)
                    switch call.kind {
                    case .rings(let until): json.field("until", until.rawValue)
                    case .ended(let ring, let isMissed):
                        json.field("ring", ring.rawValue)
                        json.field("missed", isMissed)
                    }
                }
            }
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
        call = value["call"].flatMap(CallPush.init)
    }
}

extension CallPush {
    fileprivate init?(_ value: JSONValue) {
        guard let id = value["id"]?.int64 else { return nil }
        if let until = value["until"]?.int64 {
            self.init(CallNumber(rawValue: id), .rings(until: Milliseconds(until)))
        } else if let ring = value["ring"]?.int64, let isMissed = value["missed"]?.bool {
            self.init(CallNumber(rawValue: id), .ended(ring: MessageNumber(rawValue: ring), isMissed: isMissed))
        } else {
            return nil
        }
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
