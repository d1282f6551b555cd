import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.delete.
enum DeleteFriendGroups: UserOperation {
    static let declaration = FriendGroupOperations.delete

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let names = try request(FriendGroupOperations.names)
        return .change { chat, _ throws(CommandError) in
            try chat.friendGroups.deleteFriendGroups(names, of: caller.account)
        }
    }
}
