import Client
import JSON
import Testing

/// A conversation as the gateway shows it. What is to be in each is required to be.
struct Conversation: Equatable {
    struct Last: Equatable {
        let msgID: String
        let seq: Int
        let from: String
        let type: Int
        let body: String
        let timestamp: Int
        let time: Int
    }

    let id: String
    let type: Int
    let userID: String
    /// Of a group that there is: `group` or `superGroup`.
    let groupType: String?
    var showName: String
    let faceURL: String
    var unread: Int
    var option: Int
    var isPinned: Bool
    var isMarked: Bool
    /// `3: 1` for the message 3 that names the user.
    let mentions: [String]
    let last: Last?
    let seq: Int
    var readSeq: Int
    let peerReadTime: Int?

    init(_ json: JSONValue) throws {
        id = try #require(json["conversationID"]?.string)
        type = try #require(json["type"]?.int)
        // X-50: a group's has neither the one nor the other's key.
        #expect((json["userID"] == nil) == (type == 2) && (json["groupID"] == nil) == (type == 1))
        #expect(json["groupType"] == nil || type == 2)
        userID = json["userID"]?.string ?? ""
        groupType = json["groupType"]?.string
        showName = try #require(json["showName"]?.string)
        faceURL = try #require(json["faceUrl"]?.string)
        unread = try #require(json["unreadCount"]?.int)
        option = try #require(json["recvOpt"]?.int)
        isPinned = try #require(json["isPinned"]?.bool as Bool?)
        isMarked = try #require(json["isMarkedUnread"]?.bool as Bool?)
        mentions = try #require(json["groupAtInfolist"]?.elements).map { mention in
            "\(try #require(mention["seq"]?.int)): \(try #require(mention["atType"]?.int))"
        }
        let last = try #require(json["lastMessage"])
        self.last = last.isNull ? nil : try Last(last)
        seq = try #require(json["seq"]?.int)
        readSeq = try #require(json["readSeq"]?.int)
        peerReadTime = json["peerReadTime"]?.int
    }
}

extension Conversation.Last {
    init(_ json: JSONValue) throws {
        msgID = try #require(json["msgId"]?.string)
        seq = try #require(json["seq"]?.int)
        from = try #require(json["from"]?.string)
        type = try #require(json["type"]?.int)
        body = try #require(json["body"]?.text)
        timestamp = try #require(json["timestamp"]?.int)
        time = try #require(json["time"]?.int)
    }

    /// Of a text message.
    var text: String? { try? JSONDocument().parse(body)["text"]?.string }
}

/// A message as the gateway delivers it.
struct Message: Equatable {
    let msgID: String
    let clientMsgID: String
    let conversation: String
    let sessionType: Int
    let seq: Int
    let from: String
    let type: Int
    let body: String
    let time: Int
    /// Whom it names in a group.
    let names: [String]?
    /// The settings that it names: those that are not as they are by default.
    let settings: [String: Bool]

    init(_ json: JSONValue) throws {
        msgID = try #require(json["msgId"]?.string)
        clientMsgID = try #require(json["clientMsgId"]?.string)
        conversation = try #require(json["conversationID"]?.string)
        sessionType = try #require(json["sessionType"]?.int)
        seq = try #require(json["seq"]?.int)
        from = try #require(json["from"]?.string)
        type = try #require(json["type"]?.int)
        body = try #require(json["body"]?.text)
        time = try #require(json["time"]?.int)
        names = json["atUserList"]?.elements?.compactMap(\.string)
        var settings: [String: Bool] = [:]
        for (key, value) in try #require(json.members) {
            if let flag = value.bool, let name = key.string { settings[name] = flag }
        }
        self.settings = settings
    }

    /// Of a text message.
    var text: String? { try? JSONDocument().parse(body)["text"]?.string }
}

extension ServerEvent {
    /// Of `message.new`.
    var message: Message {
        get throws { try Message(data) }
    }

    /// Of `conversation.new` and `conversation.changed`.
    var conversations: [Conversation] {
        get throws { try #require(data["conversations"]?.elements).map { try Conversation($0) } }
    }

    /// Of `conversation.totalUnreadChanged`.
    var total: Int {
        get throws { try #require(data["total"]?.int) }
    }
}

extension Sequence<ServerEvent> {
    var names: [String] { map(\.name) }

    func named(_ name: String) -> [ServerEvent] { filter { $0.name == name } }

    var messages: [Message] {
        get throws { try named("message.new").map { try $0.message } }
    }

    var totals: [Int] {
        get throws { try named("conversation.totalUnreadChanged").map { try $0.total } }
    }
}

extension JSONValue {
    var int: Int? { int64.map(Int.init) }

    /// Of an array.
    var first: JSONValue? {
        var elements = elements
        return elements?.next()
    }

    /// As it came.
    var text: String { String(decoding: raw, as: UTF8.self) }

    /// The names of an object's members.
    var keys: Set<String> { Set(members.map { $0.compactMap { $0.key.string } } ?? []) }
}

/// The messages that the reply to `session.open` brings for a conversation.
func resumedMessages(_ opened: JSONValue, _ conversation: String) throws -> [Message] {
    let resumed = try #require(opened["resume"]?["conversations"]?.member(conversation))
    return try #require(resumed["messages"]?.elements).map { try Message($0) }
}
