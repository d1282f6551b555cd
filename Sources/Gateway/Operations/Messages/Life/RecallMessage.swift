import Chat
import ClientProtocol
import Domain
import JSON

/// `message.recall`.
enum RecallMessage: UserOperation {
    static let declaration = Operation(
        "message.recall",
        "Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender "
            + "can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's "
            + "messages, at any time. A recalled message stays as it is.",
        roles: .user,
        parameters: [SharedParameters.conversationID.description, messageID.description, reason.description],
        result: [Field("message", MessageView.type, "The message as it is now.")],
        errors: [.noMessage, .noGroup, .emptyGroupID, .notInGroup, .noGroupRight, .tooLate, .unavailable],
        badParameter: .messageParameters)

    static let messageID = Parameter.string("msgId", bytes: 1...20, "The message.")
    static let reason = Parameter.string("reason", bytes: 1...255, "Why, for all to read.").optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let id = try request(SharedParameters.conversationID)
        let message = try request.messageID()
        let reason = try request(reason)
        return .change { chat, json throws(CommandError) in
            let recalled = try chat.recalls.recall(message, in: id, reason: reason, by: caller.account)
            json.object("message") { $0.message(recalled) }
        }
    }
}

extension Request {
    /// A text that is no id names no message.
    func messageID() throws(Refusal) -> MessageNumber {
        guard let number = MessageNumber(try self(RecallMessage.messageID)) else {
            throw Refusal(.noMessage, keys: ["msgId"])
        }
        return number
    }
}
