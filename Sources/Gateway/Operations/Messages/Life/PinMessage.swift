import Chat
import ClientProtocol
import Domain
import JSON

/// `message.pin`.
enum PinMessage: UserOperation {
    static let declaration = Operation(
        "message.pin",
        "Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that is pinned "
            + "already stays so.",
        roles: .user, parameters: parameters, result: result,
        errors: errors + [.noTarget, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend, .tooMany],
        badParameter: .messageParameters)

    static let parameters = [SharedParameters.conversationID.description, RecallMessage.messageID.description]
    static let result = [Field("message", MessageView.type, "The message as it is now.")]
    static let errors: [ErrorCode] = [
        .noMessage, .noGroup, .emptyGroupID, .notInGroup, .noGroupRight, .unavailable,
    ]

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.pin(true, caller)
    }
}

extension Request {
    func pin(_ isPinned: Bool, _ caller: UserCaller) throws(Refusal) -> Work {
        try requireGroupID()
        let id = try self(SharedParameters.conversationID)
        let message = try messageID()
        return .change { chat, json throws(CommandError) in
            let changed = try chat.pins.pin(message, in: id, isPinned, by: caller.account)
            json.object("message") { $0.message(changed) }
        }
    }
}
