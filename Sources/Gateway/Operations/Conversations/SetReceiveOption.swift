import Chat
import ClientProtocol
import ServerAPI

/// `conversation.setC2CReceiveOpt`.
enum SetReceiveOption: UserOperation {
    static let declaration = ConversationOperations.setOption

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(ConversationOperations.users)
        let option = try request(ConversationOperations.option)
        return .change { chat, json throws(CommandError) in
            let results = try chat.receiveOptions.setOption(option, towards: users, of: caller.account)
            json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) })
        }
    }
}
