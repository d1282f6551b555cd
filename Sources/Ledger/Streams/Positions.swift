import Domain
import JSON

/// What a device has of each stream.
package struct Positions: Sendable, Equatable {
    package var user: Int64?
    package var conversations: [String: Int64]

    package init(user: Int64? = nil, conversations: [String: Int64] = [:]) {
        self.user = user
        self.conversations = conversations
    }

    /// Never goes back.
    mutating func advance(to other: Positions) {
        if let seq = other.user { user = max(user ?? 0, seq) }
        conversations.merge(other.conversations, uniquingKeysWith: max)
    }

    /// As the store keeps them.
    var text: String {
        var json = JSONWriter()
        json.object { json in
            if let user { json.field("user", user) }
            json.object("conversations") { json in
                for (id, seq) in conversations.sorted(by: { $0.key < $1.key }) {
                    json.key(id)
                    json.value(seq)
                }
            }
        }
        return json.text
    }

    init(text: String) {
        let document = JSONDocument()
        guard let root = try? document.parse(text), let members = root["conversations"]?.members else {
            preconditionFailure("a device's positions are not as they were written")
        }
        user = root["user"]?.int64
        conversations = [:]
        for (key, value) in members { conversations[key.string!] = value.int64! }
    }
}
