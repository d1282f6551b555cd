import Chat
import ClientProtocol
import JSON

/// `conversation.totalUnread`.
enum CountTotalUnread: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.totalUnread",
        "Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3.",
        [], result: [Field("total", .integer, "The number.")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .ask { chat, json throws(CommandError) in
            let total = try chat.conversationLists.total(of: caller.account)
            json.field("total", total)
        }
    }
}
