import Chat
import ClientProtocol

/// `conversation.pin`.
enum PinConversation: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.pin", "Pins a conversation to the top of the list, or unpins it.",
        [SharedParameters.conversationID.description, pinned.description])

    private static let pinned = Parameter.flag("pinned", "True: pins it; false: unpins it.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let isPinned = try request(pinned)
        return .change { chat, _ throws(CommandError) in
            try chat.conversationLists.pin(id, isPinned, of: caller.account)
        }
    }
}
