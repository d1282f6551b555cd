import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.group.…`: what only an administrator does with groups. It is done in the name of the session's
/// `operatorId`, or else of the group's owner.
package enum AdminGroupOperations {
    package static let all =
        [create, destroy, disable, muteAll, get, list, members] + shared.map(counterpart) + [
            GroupLists.whiteListForAdministrator, GroupLists.muteListForAdministrator,
            GroupRequests.joinRequestsForAdministrator,
        ]

    /// Operations of members, which administrators may call in a member's name.
    package static let shared = [
        GroupOperations.invite, GroupOperations.approve, GroupOperations.decline, GroupOperations.remove,
        GroupOperations.transfer, GroupOperations.modify, GroupOperations.announce, GroupLists.addAdmin,
        GroupLists.removeAdmin, GroupLists.mute, GroupLists.unmute, GroupLists.addToWhiteList,
        GroupLists.removeFromWhiteList,
    ]

    /// T-31, T-Q10.
    package static let notifyExt = Parameter<String>(
        "notifyExt", type: .characters(0...1024),
        "A text for the members. The notification of the change carries it."
    ) { value throws(Mismatch) in try value.text(characters: 0...1024) }.optional

    package static func counterpart(of operation: Operation) -> Operation {
        let more = isNotified(operation) ? [notifyExt.description] : []
        return Operation(
            "admin." + operation.name, operation.summary + " An administrator does it, in the operator's name.",
            roles: .admin, parameters: operation.parameters + more, alternatives: operation.alternatives,
            result: operation.result,
            errors: operation.errors, badParameter: operation.badParameter)
    }

    /// X-D10, X-D21: whether a notification tells of it that `notifyExt` can go into.
    package static func isNotified(_ operation: Operation) -> Bool {
        ![GroupOperations.decline, GroupLists.addToWhiteList, GroupLists.removeFromWhiteList].contains {
            $0.name == operation.name
        }
    }

    package static let owner = Parameter.string("owner", bytes: 1...255, "The group's owner.")
    package static let kind = Parameter<GroupKind>(
        "kind", type: .words(["team", "superTeam"]), absent: .group,
        "Left out: a team. A super team has up to `groups.usersPerSuperTeam` members."
    ) { value throws(Mismatch) in
        if value.isString("team") { return .group }
        if value.isString("superTeam") { return .superGroup }
        throw Mismatch("must be team or superTeam")
    }

    package static let create = operation(
        "admin.group.create", "Creates a group for a user. Only this operation creates a super team.",
        [
            owner.description, kind.description, GroupOperations.name.description,
            GroupOperations.description.description, GroupOperations.avatar.description,
            GroupOperations.ext.description, GroupOperations.style.description, GroupOperations.maxUsers.description,
            GroupOperations.needsConfirmation.description, GroupOperations.invitees.description,
            GroupOperations.message.description,
        ],
        result: [Field("groupID", .string, "The group's id."), GroupOperations.results("0, 603 or 4")],
        errors: [.noGroupUser, .groupFull, .groupLimit])
    package static let destroy = operation(
        "admin.group.destroy", "Destroys a group.", [GroupOperations.groupID.description, notifyExt.description],
        errors: [.emptyGroupID, .noGroup, .notInGroup, .noGroupRight])

    package static let disabled = Parameter.flag("disabled", standard: true, "False: the group can be used again.")
    package static let disable = operation(
        "admin.group.disable",
        "Disables a group: nobody can send to it or change it. `group.specificationDidUpdate` tells the members.",
        [GroupOperations.groupID.description, disabled.description], errors: [.emptyGroupID, .noGroup])

    package static let mute = Parameter<GroupMute>(
        "mute", type: .numbers([0, 1, 3]),
        "0: mutes nobody; 1: ordinary members; 3: all. The white list may always speak."
    ) { value throws(Mismatch) in
        guard let level = value.int64.flatMap(GroupMute.init) else { throw Mismatch("must be 0, 1 or 3") }
        return level
    }
    package static let muteAll = operation(
        "admin.group.muteAll", "Mutes or unmutes a group.",
        [GroupOperations.groupID.description, mute.description, notifyExt.description],
        errors: [.emptyGroupID, .noGroup, .notInGroup, .noGroupRight])

    // MARK: - Reading

    package static let get = operation(
        "admin.group.get", "Reads a group.", [GroupOperations.groupID.description],
        result: [
            Field(
                "group",
                .object(
                    GroupView.fields + [
                        Field("adminList", .strings, "The admins."),
                        Field("whiteList", .strings, "The members who may speak while the group is muted."),
                        Field(
                            "muteList",
                            .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
                            "The members who are muted, and until when, in milliseconds since 1970; -1: for ever."),
                    ]), "The group.")
        ], errors: [.emptyGroupID, .noGroup])
    package static let list = operation(
        "admin.group.list", "Lists all groups, the newest first.",
        [GroupOperations.cursor.description, GroupOperations.pageSize.description],
        result: [
            Field(
                "groups",
                .list(
                    .object([
                        Field("groupID", .string), Field("name", .string), Field("kind", kind.description.type),
                        Field("memberCount", .integer),
                    ])), "The groups."),
            GroupOperations.nextPage,
        ], errors: [])
    package static let members = operation(
        "admin.group.members", "Lists a group's members with what is known of each, the newest first.",
        [
            GroupOperations.groupID.description, GroupOperations.cursor.description,
            GroupOperations.pageSize.description,
        ],
        result: [
            Field(
                "members",
                .list(
                    .object([
                        Field("userID", .string), Field("role", .numbers([0, 1, 2])), Field("nickname", .string),
                        Field("joinTime", .milliseconds), Field("muteExpire", .integer),
                        Field("isInWhiteList", .boolean),
                    ])), "As in `self` of `group.get`."),
            GroupOperations.nextPage,
        ], errors: [.emptyGroupID, .noGroup])

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode]
    ) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .groupParameters)
    }
}
