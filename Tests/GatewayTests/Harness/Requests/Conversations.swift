import Client
import JSON
import Testing

/// A conversation as one of its members names it.
enum ConversationID: CustomStringConvertible {
    case c2c(String)
    case group(String)

    var description: String {
        switch self {
        case .c2c(let user): "c2c_\(user)"
        case .group(let id): "group_\(id)"
        }
    }
}

/// The reply to a send.
struct Sent: Equatable {
    let msgID: String
    let conversation: String
    let seq: Int
    let time: Int

    init(_ json: JSONValue) throws {
        msgID = try #require(json["msgId"]?.string)
        conversation = try #require(json["conversationID"]?.string)
        seq = try #require(json["seq"]?.int)
        time = try #require(json["time"]?.int)
    }
}

/// Names all members.
let everyone = "__kImSDK_MesssageAtALL__"

/// Parameters of `message.send` for a text. `more` are further parameters as JSON members.
func message(
    _ text: String = "hello", to conversation: ConversationID, at names: [String]? = nil, id: String = uniqueID(),
    _ more: String = ""
) -> String {
    let names = names.map { #", "atUserList": \#(list($0))"# } ?? ""
    return #"{"conversationID": "\#(conversation)", "clientMsgId": "\#(id)", "type": 0, "#
        + #""body": {"text":"\#(text)"}\#(names)\#(more.isEmpty ? "" : ", \(more)")}"#
}

/// The operations that both kinds of conversations share.
extension ClientSession {
    private func send(_ message: String) throws -> Sent {
        try Sent(try request("message.send", message).get())
    }

    func conversations() throws -> [Conversation] {
        let list = try request("conversation.list", #"{"count": 100}"#).get()
        try #require(list["isFinished"]?.bool == true)
        return try #require(list["conversations"]?.elements).map { try Conversation($0) }
    }

    /// Nil: it is not in the list.
    func conversation(_ id: ConversationID) throws -> Conversation? {
        try conversations().first { $0.id == "\(id)" }
    }

    func totalUnread() throws -> Int {
        try #require(try request("conversation.totalUnread").get()["total"]?.int)
    }

    /// Newest first; `more` are further parameters as JSON members.
    func history(of id: ConversationID, _ more: String) throws -> [Message] {
        let page = try request("message.history", #"{"conversationID": "\#(id)", \#(more)}"#).get()
        return try #require(page["messages"]?.elements).map { try Message($0) }
    }

    /// Reads up to `seq`, or all. Returns the number of messages that are left unread.
    func markRead(_ id: ConversationID, upTo seq: Int?) throws -> Int {
        let seq = seq.map { #", "seq": \#($0)"# } ?? ""
        let ok = try request("conversation.markRead", #"{"conversationID": "\#(id)"\#(seq)}"#).get()
        return try #require(ok["unreadCount"]?.int)
    }

    func pin(_ id: ConversationID, _ pinned: Bool) throws {
        _ = try request("conversation.pin", #"{"conversationID": "\#(id)", "pinned": \#(pinned)}"#).get()
    }

    func deleteConversation(_ id: ConversationID) throws {
        _ = try request("conversation.delete", #"{"conversationID": "\#(id)"}"#).get()
    }
}

func message(_ text: String = "hello", to user: String, id: String = uniqueID(), _ more: String = "") -> String {
    message(text, to: .c2c(user), id: id, more)
}

/// The conversation with a user.
extension ClientSession {
    /// Sends a text. `more` are further parameters as JSON members.
    @discardableResult
    func write(_ text: String = "hello", to user: String, id: String = uniqueID(), _ more: String = "") throws -> Sent {
        try send(message(text, to: user, id: id, more))
    }

    func conversation(with user: String) throws -> Conversation? {
        try conversation(.c2c(user))
    }

    func history(with user: String, _ more: String = #""limit": 100"#) throws -> [Message] {
        try history(of: .c2c(user), more)
    }

    @discardableResult
    func markRead(_ user: String, upTo seq: Int? = nil) throws -> Int {
        try markRead(.c2c(user), upTo: seq)
    }

    func pin(_ user: String, _ pinned: Bool = true) throws {
        try pin(.c2c(user), pinned)
    }

    func deleteConversation(with user: String) throws {
        try deleteConversation(.c2c(user))
    }

    func setReceiveOption(_ option: Int, for user: String) throws {
        let data = #"{"userIDs": ["\#(user)"], "opt": \#(option)}"#
        let results = try request("conversation.setC2CReceiveOpt", data).get()["results"]?.elements
        try #require(results?.map { $0["code"]?.int } == [0])
    }
}

func message(
    _ text: String = "hello", in group: String, at names: [String]? = nil, id: String = uniqueID(), _ more: String = ""
) -> String {
    message(text, to: .group(group), at: names, id: id, more)
}

/// The conversation of a group.
extension ClientSession {
    /// Sends a text. `more` are further parameters as JSON members.
    @discardableResult
    func write(
        _ text: String = "hello", in group: String, at names: [String]? = nil, id: String = uniqueID(),
        _ more: String = ""
    ) throws -> Sent {
        try send(message(text, in: group, at: names, id: id, more))
    }

    /// `ok`, or the error: `em 602`.
    func tryToWrite(in group: String, at names: [String]? = nil, _ more: String = "") throws -> String {
        try request("message.send", message(in: group, at: names, more)).error?.number ?? "ok"
    }

    func conversation(in group: String) throws -> Conversation? {
        try conversation(.group(group))
    }

    func history(in group: String, _ more: String = #""limit": 100"#) throws -> [Message] {
        try history(of: .group(group), more)
    }

    @discardableResult
    func markRead(in group: String, upTo seq: Int? = nil) throws -> Int {
        try markRead(.group(group), upTo: seq)
    }

    func pin(in group: String, _ pinned: Bool = true) throws {
        try pin(.group(group), pinned)
    }

    func deleteConversation(in group: String) throws {
        try deleteConversation(.group(group))
    }

    func setReceiveOption(_ option: Int, in group: String) throws {
        let data = #"{"groupID": "\#(group)", "opt": \#(option)}"#
        _ = try request("conversation.setGroupReceiveOpt", data).get()
    }

    func receiveOption(in group: String) throws -> Int? {
        try request("conversation.getGroupReceiveOpt", #"{"groupID": "\#(group)"}"#).get()["opt"]?.int
    }
}
