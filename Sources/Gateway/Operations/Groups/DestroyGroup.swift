import Chat
import ClientProtocol

/// `group.destroy`, and `admin.group.destroy` in a member's name.
enum DestroyGroup: LeaderOperation {
    static let declaration = Operation.group(
        "group.destroy", "Destroys a group. Only for its owner.", [GroupParameters.groupID.description],
        errors: [.noGroupRight])
    static let administratorDeclaration = Operation.groupForAdministrator(
        "admin.group.destroy", "Destroys a group.",
        [GroupParameters.groupID.description, AdminGroupParameters.notifyExt.description],
        errors: [.emptyGroupID, .noGroup, .notInGroup, .noGroupRight])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupLife.destroyGroup(id, by: me)
        }
    }
}
