import Chat
import ClientProtocol
import ServerAPI

/// FriendOperations.modify.
enum ModifyFriend: UserOperation {
    static let declaration = FriendOperations.modify

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = try request(FriendOperations.user)
        let change = try request(FriendOperations.values)
        return .change { chat, _ throws(CommandError) in
            try chat.friends.modifyFriend(user, change, of: caller.account)
        }
    }
}
