import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.message.recall`.
enum RecallMessageForAdministrator: AdminOperation {
    static let declaration = MessageLifeOperations.recallForAll

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let message = try request.messageID()
        let reason = try request(MessageLifeOperations.reason)
        return .change { chat, json throws(CommandError) in
            json.id(try chat.recalls.recall(message, reason: reason))
        }
    }
}
