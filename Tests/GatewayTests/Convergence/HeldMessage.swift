import JSON
import Testing

/// A message as a device has it.
struct HeldMessage: Equatable {
    let id: String
    let seq: Int
    let from: String
    private(set) var change: Int
    /// What else it has, as JSON.
    private(set) var members: [String: String] = [:]
    /// `a 2 bob carol`
    private(set) var reactions: [String] = []
    /// The user's own reactions; nil: it was not said.
    private(set) var mine: Set<String>?

    /// `unreadCount` and `totalUnread` are the event's, not the message's.
    private static let apart: Set = ["msgId", "seq", "from", "change", "reactions", "unreadCount", "totalUnread"]

    init(_ json: JSONValue) throws {
        id = try #require(json["msgId"]?.string)
        seq = try #require(json["seq"]?.int)
        from = try #require(json["from"]?.string)
        change = json["change"]?.int ?? 0
        for (key, value) in try #require(json.members) {
            let name = key.keyText
            if !Self.apart.contains(name) { members[name] = value.text }
        }
        let all = json["reactions"]?.elements.map(Array.init) ?? []
        for reaction in all {
            let users = try #require(reaction["users"]?.elements).compactMap(\.string)
            let (name, count) = (try #require(reaction["reaction"]?.string), try #require(reaction["count"]?.int))
            reactions.append(([name, "\(count)"] + users).joined(separator: " "))
            guard let isMine = reaction["mine"]?.bool else { continue }
            mine = mine ?? []
            if isMine { mine!.insert(name) }  // it is none no more
        }
        if all.isEmpty { mine = [] }
    }

    var isRecalled: Bool { members["recalled"] != nil }

    /// M-08, M-25: the newer one is the message whole; of the own reactions it may say nothing.
    mutating func take(_ other: HeldMessage) {
        guard other.change >= change else { return }
        let known = mine
        self = other
        let kinds = Set(reactions.map { String($0.prefix { $0 != " " }) })
        mine = other.mine ?? known.map { $0.intersection(kinds) } ?? []
    }
}

/// A conversation of the list as a device has it. What changes without an event is left out: the position where nothing was
/// unread, and the places of changes that no list shows (M-24).
struct HeldConversation: Equatable {
    private(set) var members: [String: String] = [:]
    private var seq: Int

    init(_ json: JSONValue) throws {
        for (key, value) in try #require(json.members) where !Self.untold.contains(key.keyText) {
            members[key.keyText] = value.text
        }
        seq = json["seq"]?.int ?? 0
        guard let last = json["lastMessage"], !last.isNull else { return }
        for (key, value) in try #require(last.members) where key.keyText != "change" {
            members["lastMessage." + key.keyText] = value.text
        }
    }

    /// The device has sent it.
    mutating func showLast(_ message: JSONValue) throws {
        let sent = try #require(message["seq"]?.int)
        guard sent > seq else { return }
        seq = sent
        members = members.filter { !$0.key.hasPrefix("lastMessage.") }
        for (key, value) in try #require(message.members) where !Self.ofHistory.contains(key.keyText) {
            members["lastMessage." + key.keyText] = value.text
        }
        members["lastMessage.timestamp"] = "\(try #require(message["time"]?.int) / 1000)"
    }

    static func == (one: Self, other: Self) -> Bool { one.members == other.members }

    /// What a conversation's last message does not say.
    private static let ofHistory: Set = ["change", "clientMsgId", "conversationID", "sessionType"]

    private static let untold: Set = ["lastMessage", "seq", "readSeq", "peerReadTime", "change"]
}
