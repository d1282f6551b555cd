import Client
import ClientProtocol
import JSON
import Testing

/// A message that was recalled.
struct Recalled: Equatable {
    let msgID: String
    let seq: Int
    let from: String
    let body: String
    let change: Int
    let by: String?
    let reason: String?
    let hasPushText: Bool

    init(_ json: JSONValue) throws {
        let message = try Message(json)
        (msgID, seq, from, body) = (message.msgID, message.seq, message.from, message.body)
        change = try #require(json["change"]?.int)
        let recalled = try #require(json["recalled"])
        _ = try #require(recalled["time"]?.int)
        by = recalled["by"]?.string
        reason = recalled["reason"]?.string
        hasPushText = json["apnsContent"] != nil
    }
}

/// Of a resume, and of `message.changes`.
struct Change {
    let place: Int
    let seq: Int
    let isRecalled: Bool
    let message: Message?

    init(_ json: JSONValue) throws {
        place = try #require(json["change"]?.int)
        seq = try #require(json["seq"]?.int)
        isRecalled = json["isRecalled"]?.bool ?? false
        message = try json["message"].map { try Message($0) }
    }
}

extension ClientSession {
    /// The message as the reply has it.
    @discardableResult func recall(_ sent: Sent, _ more: String = "") throws -> JSONValue {
        let rest = more.isEmpty ? "" : ", \(more)"
        let data = #"{"conversationID": "\#(sent.conversation)", "msgId": "\#(sent.msgID)"\#(rest)}"#
        return try #require(try request("message.recall", data).get()["message"])
    }

    /// Nil: the recall is carried out.
    func codeOfRecall(_ sent: Sent) throws -> String? {
        let data = #"{"conversationID": "\#(sent.conversation)", "msgId": "\#(sent.msgID)"}"#
        return try request("message.recall", data).error?.number
    }

    /// As of a message in the conversation with that user.
    func refusalOfRecall(_ sent: Sent, from peer: String) throws -> String {
        let data = #"{"conversationID": "c2c_\#(peer)", "msgId": "\#(sent.msgID)"}"#
        return try refusal("message.recall", data).number
    }

    /// The conversation as it came.
    func listed(_ user: String) throws -> JSONValue {
        let ok = try request("conversation.get", #"{"conversationIDs": ["c2c_\#(user)"]}"#).get()
        return try #require(ok["results"]?.first?["conversation"])
    }

    /// A message to a user that is made for it.
    func write(to user: String, creating gateway: GatewayProcess) throws -> Sent {
        try gateway.createAccounts(user)
        return try write(to: user)
    }
}

/// A message that was edited.
struct Edited: Equatable {
    let msgID: String
    let seq: Int
    let text: String?
    let change: Int
    let version: Int
    let hasPushText: Bool

    init(_ json: JSONValue) throws {
        let message = try Message(json)
        (msgID, seq, text) = (message.msgID, message.seq, message.text)
        change = try #require(json["change"]?.int)
        let edited = try #require(json["edited"])
        _ = try #require(edited["time"]?.int)
        version = try #require(edited["version"]?.int)
        hasPushText = json["apnsContent"] != nil
    }
}

extension ClientSession {
    /// The message as the reply has it.
    @discardableResult func edit(_ sent: Sent, _ text: String, _ more: String = "") throws -> JSONValue {
        let data = request(of: sent, in: sent.conversation, body: #"{"text": "\#(text)"}"#, more)
        return try #require(try request("message.edit", data).get()["message"])
    }

    /// Nil: the edit is carried out.
    func codeOfEdit(
        _ sent: Sent, _ more: String = "", in conversation: String? = nil, body: String = #"{"text": "new"}"#
    ) throws -> String? {
        let data = request(of: sent, in: conversation ?? sent.conversation, body: body, more)
        return try request("message.edit", data).error?.number
    }

    private func request(of sent: Sent, in conversation: String, body: String, _ more: String) -> String {
        let rest = more.isEmpty ? "" : ", \(more)"
        return #"{"conversationID": "\#(conversation)", "msgId": "\#(sent.msgID)", "body": \#(body)\#(rest)}"#
    }
}
