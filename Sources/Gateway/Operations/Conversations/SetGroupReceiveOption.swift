import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.setGroupReceiveOpt`.
enum SetGroupReceiveOption: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.setGroupReceiveOpt", "Sets how messages of a group are received.",
        [ConversationParameters.groupID.description, groupOption.description])

    private static let groupOption = Parameter<ReceiveOption>(
        "opt", type: .numbers([0, 1, 2, 3, 4]),
        "0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it does."
    ) { value throws(Mismatch) in
        guard let option = value.int64.flatMap(ReceiveOption.init) else {
            throw Mismatch("must be 0, 1, 2, 3 or 4")
        }
        return option
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationParameters.groupID)
        let option = try request(groupOption)
        return .change { chat, _ throws(CommandError) in
            try chat.receiveOptions.setOption(option, ofGroup: id, by: caller.account)
        }
    }
}
