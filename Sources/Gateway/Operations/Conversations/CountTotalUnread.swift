import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.totalUnread`.
enum CountTotalUnread {
    static let entry: (Operation, Handler) = (ConversationOperations.totalUnread, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .ask { chat, json throws(CommandError) in
            let total = try chat.conversationLists.total(of: caller.account)
            json.field("total", total)
        }
    }
}
