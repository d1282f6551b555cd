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
