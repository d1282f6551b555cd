import Chat
import ClientProtocol

/// `friendGroup.delete`.
enum DeleteFriendGroups: UserOperation {
    static let declaration = Operation.relation(
        "friendGroup.delete", "Deletes friend groups: all of them or none. The friends stay.",
        [FriendGroupParameters.names.description],
        errors: [.badFriendGroupName])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let names = try request(FriendGroupParameters.names)
        return .change { chat, _ throws(CommandError) in
            try chat.friendGroups.deleteFriendGroups(names, of: caller.account)
        }
    }
}
