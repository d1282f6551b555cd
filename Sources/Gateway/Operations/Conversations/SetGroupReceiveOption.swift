import Chat
import ClientProtocol
import ServerAPI

/// `conversation.setGroupReceiveOpt`.
enum SetGroupReceiveOption: UserOperation {
    static let declaration = ConversationOperations.setGroupOption

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationOperations.groupID)
        let option = try request(ConversationOperations.groupOption)
        return .change { chat, _ throws(CommandError) in
            try chat.receiveOptions.setOption(option, ofGroup: id, by: caller.account)
        }
    }
}
