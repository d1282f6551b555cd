import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `message.recall`.
enum RecallMessage: UserOperation {
    static let declaration = MessageLifeOperations.recall

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let id = try request(MessageOperations.conversationID)
        let message = try request.messageID()
        let reason = try request(MessageLifeOperations.reason)
        return .change { chat, json throws(CommandError) in
            let recalled = try chat.recalls.recall(message, in: id, reason: reason, by: caller.account)
            json.object("message") { $0.message(recalled) }
        }
    }
}

extension Request {
    /// A text that is no id names no message.
    func messageID() throws(Refusal) -> MessageNumber {
        guard let number = MessageNumber(try self(MessageLifeOperations.messageID)) else {
            throw Refusal(.noMessage, keys: ["msgId"])
        }
        return number
    }
}
