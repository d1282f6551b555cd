import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.getC2CReceiveOpt`.
enum GetReceiveOption: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.getC2CReceiveOpt", "Tells how messages of these users are received.",
        [ConversationParameters.users.description],
        result: [
            SharedParameters.results(with: [Field(optional: "opt", .integer, "The value that was set; 0 at first.")])
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(ConversationParameters.users)
        return .ask { chat, json throws(CommandError) in
            let results = try chat.receiveOptions.options(towards: users, of: caller.account)
            json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) }) { index, json in
                if let option = results[index].option { json.field("opt", option.rawValue) }
            }
        }
    }
}
