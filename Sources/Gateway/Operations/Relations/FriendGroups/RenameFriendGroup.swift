import Chat
import ClientProtocol

/// `friendGroup.rename`.
enum RenameFriendGroup: UserOperation {
    static let declaration = Operation.relation(
        "friendGroup.rename", "Renames a friend group.", [FriendGroupParameters.name.description, newName.description],
        errors: [.badFriendGroupName])

    private static let newName = FriendGroupParameters.groupName("newName", "The new name.").named(
        else: .badFriendGroupName)

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let name = try request(FriendGroupParameters.name)
        let newName = try request(Self.newName)
        return .change { chat, _ throws(CommandError) in
            try chat.friendGroups.renameFriendGroup(name, to: newName, of: caller.account)
        }
    }
}
