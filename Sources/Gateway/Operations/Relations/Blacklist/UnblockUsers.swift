import Chat
import ClientProtocol
import ServerAPI

/// BlacklistOperations.delete.
enum UnblockUsers {
    static let entry: (Operation, Handler) = (BlacklistOperations.delete, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(BlacklistOperations.users)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.blacklist.unblock(users, of: account)
            return { $0.results(results) }
        }
    }
}
