import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.totalUnread`.
enum CountTotalUnread: UserOperation {
    static let declaration = ConversationOperations.totalUnread

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .ask { chat, json throws(CommandError) in
            let total = try chat.conversationLists.total(of: caller.account)
            json.field("total", total)
        }
    }
}
