import Foundation
import MartletClient

#if canImport(ObjectiveC)
@objc(NIMSessionType)
#endif
public enum NIMSessionType: Int, Sendable {
    case P2P = 0
    case team = 1
    case superTeam = 5
}

#if canImport(ObjectiveC)
@objc(NIMMessageType)
#endif
public enum NIMMessageType: Int, Sendable {
    case text = 0
    case image = 1
    case audio = 2
    case video = 3
    case location = 4
    case notification = 5
    case file = 6
    case tip = 10
    case custom = 100
}

#if canImport(ObjectiveC)
@objc(NIMSession) @objcMembers
#endif
public final class NIMSession: NSObject, Sendable {
    public let sessionId: String
    public let sessionType: NIMSessionType

    /// In Objective-C it is the factory `session:type:`.
    public init(_ sessionId: String, type: NIMSessionType) {
        self.sessionId = sessionId
        sessionType = type
    }

    #if canImport(ObjectiveC)
    @available(swift, obsoleted: 1)
    @objc(session:type:)
    public static func session(_ sessionId: String, type: NIMSessionType) -> NIMSession {
        NIMSession(sessionId, type: type)
    }
    #endif

    var conversationID: String { (sessionType == .P2P ? "c2c_" : "group_") + sessionId }

    /// - Parameter type: in a message; own ones may come without
    init(conversationID: String, type: Int?) {
        let isGroup = conversationID.hasPrefix("group_")
        sessionId = String(conversationID.dropFirst(isGroup ? "group_".count : "c2c_".count))
        sessionType = type.flatMap { NIMSessionType(rawValue: $0) } ?? (isGroup ? .team : .P2P)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? NIMSession)?.conversationID == conversationID
    }

    public override var hash: Int { conversationID.hashValue }
}

/// Whom a message must reach.
#if canImport(ObjectiveC)
@objc(NIMMessageApnsMemberOption) @objcMembers
#endif
public final class NIMMessageApnsMemberOption: NSObject {
    /// Up to 100. Nil: all of the team.
    public var userIds: [String]?
    public var forcePush = false
    /// Up to 500 characters. Nil: that of the message.
    public var apnsContent: String?

    var json: JSON {
        var json: JSON = ["forcePush": JSON(forcePush)]
        json["userIds"] = userIds.map { JSON($0.map { JSON($0) }) }
        json["apnsContent"] = apnsContent.map { JSON($0) }
        return json
    }
}

/// A text that the application writes, or any message that has come. Before it is sent the application changes it;
/// later only this library does, on the queue of the callbacks.
#if canImport(ObjectiveC)
@objc(NIMMessage) @objcMembers
#endif
public final class NIMMessage: NSObject, @unchecked Sendable {
    public internal(set) var messageType = NIMMessageType.text
    public var text: String?
    public var apnsContent: String?
    public var apnsMemberOption: NIMMessageApnsMemberOption?
    public internal(set) var session: NIMSession?
    public internal(set) var from: String?
    /// Empty until the gateway has stored the message.
    public internal(set) var messageId = ""
    /// Seconds since 1970, when the gateway accepted it.
    public internal(set) var timestamp: TimeInterval = 0
    /// Of a notification: what has happened.
    public internal(set) var messageObject: NIMNotificationObject?
    var seq = 0
    /// The gateway's name for it.
    var msgId = ""

    public override init() {}

    /// As it came, or as it was read.
    convenience init(_ message: JSON) {
        self.init()
        messageType = message["type"]?.int.flatMap { NIMMessageType(rawValue: $0) } ?? .custom
        text = message["body"]?["text"]?.string
        apnsContent = message["apnsContent"]?.string
        if messageType == .notification { messageObject = NIMNotificationObject(message["body"] ?? .null) }
        take(message)
    }

    /// What the gateway has made of it.
    func take(_ stored: JSON) {
        session = stored["conversationID"]?.string.map {
            NIMSession(conversationID: $0, type: stored["sessionType"]?.int)
        }
        from = stored["from"]?.string ?? from
        seq = stored["seq"]?.int ?? 0
        msgId = stored["msgId"]?.string ?? ""
        let own = stored["clientMsgId"]?.string ?? ""
        // Notifications have the gateway's alone.
        messageId = own.isEmpty ? msgId : own
        timestamp = TimeInterval(stored["time"]?.int ?? 0) / 1000
    }

    var json: JSON {
        var json: JSON = ["type": 0, "body": ["text": JSON(text ?? "")]]
        json["apnsContent"] = apnsContent.map { JSON($0) }
        json["apnsMemberOption"] = apnsMemberOption?.json
        return json
    }
}
