import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `conversation.getGroupReceiveOpt`.
enum GetGroupReceiveOption: UserOperation {
    static let declaration = ConversationOperations.getGroupOption

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationOperations.groupID)
        return .ask { chat, json throws(CommandError) in
            let option = try chat.receiveOptions.option(ofGroup: id, by: caller.account)
            json.field("opt", option.rawValue)
        }
    }
}
