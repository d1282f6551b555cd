import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.getGroupReceiveOpt`.
enum GetGroupReceiveOption: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.getGroupReceiveOpt", "Tells how messages of a group are received.",
        [ConversationParameters.groupID.description],
        result: [Field("opt", .integer, "The value that was set; 0 at first.")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationParameters.groupID)
        return .askLeader { chat, json throws(CommandError) in
            let option = try chat.receiveOptions.option(ofGroup: id, by: caller.account)
            json.field("opt", option.rawValue)
        }
    }
}
