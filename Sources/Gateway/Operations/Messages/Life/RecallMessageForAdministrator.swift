import Chat
import ClientProtocol
import JSON

/// `admin.message.recall`.
enum RecallMessageForAdministrator: AdminOperation {
    static let declaration = Operation(
        "admin.message.recall", "Takes a message back, whoever sent it and whenever.", roles: .admin,
        parameters: [RecallMessage.messageID.description, RecallMessage.reason.description],
        result: [Field("msgId", .string, "The message.")], errors: [.noMessage, .unavailable],
        badParameter: .messageParameters)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let message = try request.messageID()
        let reason = try request(RecallMessage.reason)
        return .change { chat, json throws(CommandError) in
            json.id(try chat.recalls.recall(message, reason: reason))
        }
    }
}
