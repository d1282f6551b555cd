/// The conversations as they were told last. A lean session is not told what follows from a message between two
/// (docs/protocol.md#lean-sessions); it follows from what is here.
struct KnownConversations {
    /// A message, and what it does to its conversation.
    private struct Later {
        let message: JSON
        let unreadCount: Int?
        let change: Int?
    }

    /// The fields of its last message that a conversation shows, and that a new message can have.
    private static let shownOfLast = ["msgId", "seq", "from", "type", "body", "time", "replyTo", "expireAt"]

    private var known = OrderedMap<JSON>()
    /// The messages that came while the list was read, by conversations: what is known of these is older.
    private var early: [String: [Later]]?

    var all: [JSON] { known.members.map(\.1) }

    mutating func put(_ conversations: [JSON]) {
        for conversation in conversations {
            if let id = conversation["conversationID"]?.string { known[id] = conversation }
        }
    }

    mutating func delete(_ ids: [String]) {
        for id in ids { known[id] = nil }
    }

    /// The other side has read: the data of `receipt.new`.
    mutating func read(_ receipt: JSON) {
        guard let id = receipt["conversationID"]?.string, let timestamp = receipt["timestamp"]?.int,
            let conversation = known[id], (conversation["peerReadTime"]?.int ?? 0) < timestamp
        else { return }
        known[id]?["peerReadTime"] = JSON(timestamp)
    }

    /// The list is being read.
    mutating func begin() {
        early = [:]
    }

    /// The list could not be read.
    mutating func end() {
        early = nil
    }

    /// The list was read. Returns it as the messages have left it that came meanwhile.
    mutating func replace(_ conversations: [JSON]) -> [JSON] {
        let list = conversations.map { conversation in
            let seq = conversation["seq"]?.int ?? 0
            let later = early?[conversation["conversationID"]?.string ?? ""] ?? []
            return later.filter { ($0.message["seq"]?.int ?? 0) > seq }.reduce(conversation, Self.shown)
        }
        early = nil
        known.removeAll()
        put(list)
        return list
    }

    /// The conversation as the message has left it. Nil: it is not known, or newer, or the list will have it.
    /// - Parameter unreadCount: none: the message has not changed it
    mutating func after(_ message: JSON, unreadCount: Int?, change: Int?) -> JSON? {
        guard let id = message["conversationID"]?.string, let seq = message["seq"]?.int else { return nil }
        let later = Later(message: message, unreadCount: unreadCount, change: change)
        if early != nil {
            early?[id, default: []].append(later)
            return nil
        }
        guard let conversation = known[id], (conversation["seq"]?.int ?? 0) < seq else { return nil }
        return Self.shown(conversation, later)
    }

    private static func shown(_ conversation: JSON, _ later: Later) -> JSON {
        var last: JSON = [:]
        for name in shownOfLast { last[name] = later.message[name] }
        last["timestamp"] = JSON((later.message["time"]?.int ?? 0) / 1000)
        var shown = conversation
        if let unreadCount = later.unreadCount { shown["unreadCount"] = JSON(unreadCount) }
        shown["seq"] = later.message["seq"]
        if let change = later.change, change != 0 { shown["change"] = JSON(change) }
        shown["lastMessage"] = last
        return shown
    }
}
