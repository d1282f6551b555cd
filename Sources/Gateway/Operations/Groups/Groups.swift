import Chat
import ClientProtocol
import Domain
import JSON

/// Groups begin and end.
extension OperationTable {
    @OperationList static var groupLife: [OperationDefinition] {
        Operation.group(
            "group.create", "Creates a group; the caller is its owner.",
            [
                GroupParameters.name, GroupParameters.description, GroupParameters.avatar, GroupParameters.ext,
                GroupParameters.style, GroupParameters.maxUsers, GroupParameters.needsConfirmation,
                GroupParameters.invitees, GroupParameters.message,
            ],
            result: [Field("groupID", .string, "The group's id."), GroupParameters.results("0, 603 or 4")],
            errors: [.noGroupUser, .groupFull, .groupLimit]
        ).hooked(.replaces(except: [])).user { request, caller throws(Refusal) in
            try request.refuseNotifyExt()
            let draft = try request.groupDraft(.group)
            return .change { chat, json throws(CommandError) in
                let group = try chat.groupLife.createGroup(draft, by: caller.account)
                json.field("groupID", group.id)
                json.results(group.results)
            }
        }

        Operation.group(
            "group.destroy", "Destroys a group. Only for its owner.", [GroupParameters.groupID],
            errors: [.noGroupRight]
        ).leader(
            counterpart: Operation.groupForAdministrator(
                "admin.group.destroy", "Destroys a group.",
                [GroupParameters.groupID, AdminGroupParameters.notifyExt],
                errors: [.emptyGroupID, .noGroup, .notInGroup, .noGroupRight])
        ) { _, id throws(Refusal) in
            return { chat, me, _ throws(CommandError) in try chat.groupLife.destroyGroup(id, by: me) }
        }
    }

    @OperationList static var groupLifeForAdministrators: [OperationDefinition] {
        let owner = Parameter.user("owner", "The group's owner.")
        Operation.groupForAdministrator(
            "admin.group.create", "Creates a group for a user. Only this operation creates a super team.",
            [
                owner, AdminGroupParameters.kind, GroupParameters.name, GroupParameters.description,
                GroupParameters.avatar, GroupParameters.ext, GroupParameters.style, GroupParameters.maxUsers,
                GroupParameters.needsConfirmation, GroupParameters.invitees, GroupParameters.message,
            ],
            result: [Field("groupID", .string, "The group's id."), GroupParameters.results("0, 603 or 4")],
            errors: [.noGroupUser, .groupFull, .groupLimit]
        ).admin { request, _ throws(Refusal) in
            let owner = try request(owner)
            let draft = try request.groupDraft(try request(AdminGroupParameters.kind))
            return .change { chat, json throws(CommandError) in
                let group = try chat.groupLife.createGroup(draft, for: owner)
                json.field("groupID", group.id)
                json.results(group.results)
            }
        }

        let disabled = Parameter.flag("disabled", standard: true, "False: the group can be used again.")
        Operation.groupForAdministrator(
            "admin.group.disable",
            "Disables a group: nobody can send to it or change it. `group.specificationDidUpdate` tells the members.",
            [GroupParameters.groupID, disabled], errors: [.emptyGroupID, .noGroup]
        ).admin { request, _ throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let isDisabled = try request(disabled)
            return .change { chat, _ throws(CommandError) in try chat.groupAdministration.disableGroup(id, isDisabled) }
        }
    }
}
