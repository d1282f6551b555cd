import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.create.
enum CreateFriendGroups {
    static let entry: (Operation, Handler) = (FriendGroupOperations.create, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let names = try call(FriendGroupOperations.newNames)
        let users = try call(FriendGroupOperations.firstUsers)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.friendGroups.createFriendGroups(names, with: users, of: account)
            return { $0.results(results) }
        }
    }
}
