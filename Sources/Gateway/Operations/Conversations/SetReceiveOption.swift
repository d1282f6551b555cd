import Chat
import ClientProtocol
import ServerAPI

/// `conversation.setC2CReceiveOpt`.
enum SetReceiveOption {
    static let entry: (Operation, Handler) = (ConversationOperations.setOption, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(ConversationOperations.users)
        let option = try call(ConversationOperations.option)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.receiveOptions.setOption(option, towards: users, of: account)
            return { json in
                json.results(results.map { ($0.user, $0.option == nil ? .noAccount : nil) })
            }
        }
    }
}
