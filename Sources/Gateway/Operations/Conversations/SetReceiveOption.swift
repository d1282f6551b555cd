import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.setC2CReceiveOpt`.
enum SetReceiveOption: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.setC2CReceiveOpt", "Sets how messages of these users are received.",
        [ConversationParameters.users.description, option.description], result: [SharedParameters.results])

    private static let option = Parameter<ReceiveOption>(
        "opt", type: .numbers([0, 1, 2]),
        "0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive without a push."
    ) { value throws(Mismatch) in
        guard let number = value.int64, ReceiveOption.forUsers.contains(number),
            let option = ReceiveOption(rawValue: number)
        else { throw Mismatch("must be 0, 1 or 2") }
        return option
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(ConversationParameters.users)
        let option = try request(Self.option)
        return .change { chat, json throws(CommandError) in
            let results = try chat.receiveOptions.setOption(option, towards: users, of: caller.account)
            json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) })
        }
    }
}
