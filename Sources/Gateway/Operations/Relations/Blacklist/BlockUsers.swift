import Chat
import ClientProtocol
import ServerAPI

/// BlacklistOperations.add.
enum BlockUsers {
    static let entry: (Operation, Handler) = (BlacklistOperations.add, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(BlacklistOperations.users)
        let keepsFriends = try call(BlacklistOperations.keepsFriends)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.blacklist.block(users, keepsFriends: keepsFriends, of: account)
            return { $0.results(results) }
        }
    }
}
