import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.rename.
enum RenameFriendGroup: UserOperation {
    static let declaration = FriendGroupOperations.rename

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let name = try request(FriendGroupOperations.name)
        let newName = try request(FriendGroupOperations.newName)
        return .change { chat, _ throws(CommandError) in
            try chat.friendGroups.renameFriendGroup(name, to: newName, of: caller.account)
        }
    }
}
