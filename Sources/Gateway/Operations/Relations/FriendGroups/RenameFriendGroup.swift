import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.rename.
enum RenameFriendGroup {
    static let entry: (Operation, Handler) = (FriendGroupOperations.rename, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let name = try call(FriendGroupOperations.name)
        let newName = try call(FriendGroupOperations.newName)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.friendGroups.renameFriendGroup(name, to: newName, of: account)
            return { _ in }
        }
    }
}
