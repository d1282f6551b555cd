import Domain
import JSON

/// The position of a device in each stream.
package struct StreamPositions: Sendable, Equatable {
    package var user: Seq?
    package var conversations: [String: Seq]
    /// By the id.
    package var groups: [String: Seq]

    package init(user: Seq? = nil, conversations: [String: Seq] = [:], groups: [String: Seq] = [:]) {
        self.user = user
        self.conversations = conversations
        self.groups = groups
    }

    /// Never goes back.
    mutating func advance(to other: StreamPositions) {
        if let seq = other.user { user = max(user ?? 0, seq) }
        conversations.merge(other.conversations, uniquingKeysWith: max)
        groups.merge(other.groups, uniquingKeysWith: max)
    }

    /// As the store keeps them.
    var text: String {
        var json = JSONWriter()
        json.object { json in
            if let user { json.field("user", user.rawValue) }
            json.object("conversations") { $0.seqs(conversations) }
            if !groups.isEmpty { json.object("groups") { $0.seqs(groups) } }
        }
        return json.text
    }

    init(text: String) {
        let document = JSONDocument()
        guard let root = try? document.parse(text) else {
            preconditionFailure("a device's positions are not as they were written")
        }
        self.init(
            user: root["user"]?.int64.map { Seq($0) }, conversations: Self.seqs(root["conversations"]),
            groups: Self.seqs(root["groups"])
        )
    }

    private static func seqs(_ value: JSONValue?) -> [String: Seq] {
        var seqs: [String: Seq] = [:]
        if let members = value?.members {
            for (key, value) in members { seqs[key.string!] = Seq(value.int64!) }
        }
        return seqs
    }
}

extension JSONWriter {
    fileprivate mutating func seqs(_ seqs: [String: Seq]) {
        for (id, seq) in seqs.sorted(by: { $0.key < $1.key }) {
            key(id)
            value(seq.rawValue)
        }
    }
}
