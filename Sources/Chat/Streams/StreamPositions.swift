import Domain
import JSON

/// The position of a device in each stream.
package struct StreamPositions: Sendable, Equatable {
    package var user: Seq?
    package var conversations: [String: Seq]
    /// By the id.
    package var groups: [String: Seq]
    /// M-09: the last change of a message that it has, by conversation.
    package var changes: [String: Seq]
    /// F-13: by the id.
    package var channels: [String: Seq]
    /// The last broadcast that the device has had (B-05).
    package var broadcasts: Seq?

    package init(
        user: Seq? = nil, conversations: [String: Seq] = [:], groups: [String: Seq] = [:],
        changes: [String: Seq] = [:], channels: [String: Seq] = [:], broadcasts: Seq? = nil
    ) {
        self.broadcasts = broadcasts
        self.changes = changes
        self.channels = channels
        self.user = user
        self.conversations = conversations
        self.groups = groups
    }

    /// Never goes back.
    mutating func advance(to other: StreamPositions) {
        if let seq = other.user { user = max(user ?? 0, seq) }
        conversations.merge(other.conversations, uniquingKeysWith: max)
        groups.merge(other.groups, uniquingKeysWith: max)
        changes.merge(other.changes, uniquingKeysWith: max)
        channels.merge(other.channels, uniquingKeysWith: max)
        if let seq = other.broadcasts { broadcasts = max(broadcasts ?? 0, seq) }
    }

    /// As the store keeps them.
    var text: String {
        var json = JSONWriter()
        json.object { json in
            if let user { json.field("user", user.rawValue) }
            json.object("conversations") { $0.seqs(conversations) }
            if !groups.isEmpty { json.object("groups") { $0.seqs(groups) } }
            if !changes.isEmpty { json.object("changes") { $0.seqs(changes) } }
            if !channels.isEmpty { json.object("channels") { $0.seqs(channels) } }
            if let broadcasts { json.field("broadcasts", broadcasts.rawValue) }
        }
        return json.text
    }

    /// Nil: the text was not written like this.
    init?(text: String) {
        let document = JSONDocument()
        // As long as settings let it become.
        let limits = JSONLimits(bytes: 1 << 26, values: 1 << 20)
        guard let root = try? document.parse(text, limits: limits), (root["user"]?.int64 ?? 0) >= 0,
            (root["broadcasts"]?.int64 ?? 0) >= 0,
            let conversations = Self.seqs(root["conversations"]),
            let groups = Self.seqs(root["groups"]),
            let changes = Self.seqs(root["changes"]), let channels = Self.seqs(root["channels"])
        else { return nil }
        self.init(
            user: root["user"]?.int64.map { Seq($0) }, conversations: conversations, groups: groups,
            changes: changes, channels: channels, broadcasts: root["broadcasts"]?.int64.map { Seq($0) })
    }

    private static func seqs(_ value: JSONValue?) -> [String: Seq]? {
        guard let value else { return [:] }
        guard let members = value.members else { return nil }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let id = key.string, let seq = value.int64, seq >= 0 else { return nil }
            seqs[id] = Seq(seq)
        }
        return seqs
    }
}

extension JSONWriter {
    fileprivate mutating func seqs(_ seqs: [String: Seq]) {
        for (id, seq) in seqs.sorted(by: { $0.key < $1.key }) {
            key(text: id)
            value(seq.rawValue)
        }
    }
}
