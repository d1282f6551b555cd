import Chat
import ClientProtocol
import Domain
import JSON

/// `group.create`.
enum CreateGroup: UserOperation {
    static let declaration = Operation.group(
        "group.create", "Creates a group; the caller is its owner.",
        [
            GroupParameters.name.description, GroupParameters.description.description,
            GroupParameters.avatar.description, GroupParameters.ext.description, GroupParameters.style.description,
            GroupParameters.maxUsers.description, GroupParameters.needsConfirmation.description,
            GroupParameters.invitees.description, GroupParameters.message.description,
        ],
        result: [Field("groupID", .string, "The group's id."), GroupParameters.results("0, 603 or 4")],
        errors: [.noGroupUser, .groupFull, .groupLimit]
    ).hooked(.replaces(except: []))

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.refuseNotifyExt()
        let draft = try request.groupDraft(.group)
        return .change { chat, json throws(CommandError) in
            let group = try chat.groupLife.createGroup(draft, by: caller.account)
            json.field("groupID", group.id)
            json.results(group.results)
        }
    }
}
