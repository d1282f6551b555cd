import Chat
import ClientProtocol
import JSON

/// `admin.group.create`.
enum CreateGroupForUser: AdminOperation {
    static let declaration = Operation.groupForAdministrator(
        "admin.group.create", "Creates a group for a user. Only this operation creates a super team.",
        [
            owner.description, AdminGroupParameters.kind.description, GroupParameters.name.description,
            GroupParameters.description.description, GroupParameters.avatar.description,
            GroupParameters.ext.description, GroupParameters.style.description, GroupParameters.maxUsers.description,
            GroupParameters.needsConfirmation.description, GroupParameters.invitees.description,
            GroupParameters.message.description,
        ],
        result: [Field("groupID", .string, "The group's id."), GroupParameters.results("0, 603 or 4")],
        errors: [.noGroupUser, .groupFull, .groupLimit])

    private static let owner = Parameter.user("owner", "The group's owner.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let owner = try request(Self.owner)
        let draft = try request.groupDraft(try request(AdminGroupParameters.kind))
        return .change { chat, json throws(CommandError) in
            let group = try chat.groupLife.createGroup(draft, for: owner)
            json.field("groupID", group.id)
            json.results(group.results)
        }
    }
}
