import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `conversation.getC2CReceiveOpt`.
enum GetReceiveOption {
    static let entry: (Operation, Handler) = (ConversationOperations.getOption, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(ConversationOperations.users)
        let account = session.account
        call.ask { chat throws(CommandError) in
            let results = try chat.receiveOptions.options(towards: users, of: account)
            return { json in
                json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) }) { index, json in
                    if let option = results[index].option { json.field("opt", option.rawValue) }
                }
            }
        }
    }
}
