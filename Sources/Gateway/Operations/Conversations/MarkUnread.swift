import Chat
import ClientProtocol

/// `conversation.markUnread`.
enum MarkUnread: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.markUnread",
        "Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark.",
        [SharedParameters.conversationID.description, marked.description])

    private static let marked = Parameter.flag("marked", "True: sets the mark; false: removes it.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let isMarked = try request(marked)
        return .change { chat, _ throws(CommandError) in
            try chat.conversationLists.markUnread(id, isMarked, of: caller.account)
        }
    }
}
