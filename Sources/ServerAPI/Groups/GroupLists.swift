import ClientProtocol
import Domain
import JSON

/// The lists of a group: who may speak, and who leads.
package enum GroupLists {
    static let all = [
        addAdmin, removeAdmin, mute, unmute, muteAll, muteList, addToWhiteList, removeFromWhiteList, whiteList, block,
        unblock,
    ]

    private static let group = GroupOperations.groupID.description
    private static let users = GroupOperations.users.description

    package static let candidate = GroupOperations.user.optional
    package static let candidates = GroupOperations.users.optional
    package static let addAdmin = operation(
        "group.addAdmin", "Makes members admins: all of them or none. Takes `userID` or `userIDs`.",
        [group, candidate.description, candidates.description], [.groupLimit])
    package static let removeAdmin = operation(
        "group.removeAdmin", "Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`.",
        [group, candidate.description, candidates.description])

    package static let duration = Parameter<Milliseconds?>(
        "duration", type: .either([.numbers([-1]), .integer(1...315_360_000_000)]),
        "The time in milliseconds; -1: for ever."
    ) { value throws(Mismatch) in
        guard let number = value.int64, number == -1 || (1...315_360_000_000).contains(number) else {
            throw Mismatch("must be -1, or 1 to 315360000000")
        }
        return number == -1 ? nil : Milliseconds(number)
    }
    package static let mute = operation(
        "group.mute", "Mutes members: all of them or none.", [group, users, duration.description])
    package static let unmute = operation("group.unmute", "Unmutes members.", [group, users])
    package static let isMuted = Parameter.flag("muted", "Whether the whole group is muted.")
    package static let muteAll = operation(
        "group.muteAll", "Mutes or unmutes all members except owner, admins and the white list.",
        [group, isMuted.description])
    package static let addToWhiteList = operation(
        "group.addToWhiteList", "Adds members to the white list: they may speak while all are muted.", [group, users])
    package static let removeFromWhiteList = operation(
        "group.removeFromWhiteList", "Removes members from the white list.", [group, users])

    private static let paging = [group, GroupOperations.cursor.description, GroupOperations.pageSize.description]
    private static let whiteListed = [
        Field("whiteList", .strings, "The newest members first."), GroupOperations.nextPage,
    ]
    private static let muted = [
        Field(
            "muteList", .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
            "`muteExpire` in milliseconds, or -1."),
        GroupOperations.nextPage,
    ]
    package static let whiteList = GroupOperations.operation(
        "group.whiteList", "Lists the members who may speak while all are muted. Only for owner and admins.", paging,
        result: whiteListed, errors: [.noGroupRight])
    package static let muteList = GroupOperations.operation(
        "group.muteList", "Lists the members who are muted now. Only for owner and admins.", paging, result: muted,
        errors: [.noGroupRight])
    package static let whiteListForAdministrator = ofAdministrator(
        "admin.group.whiteList", "Lists the members of a group who may speak while all are muted.", whiteListed)
    package static let muteListForAdministrator = ofAdministrator(
        "admin.group.muteList", "Lists the members of a group who are muted now.", muted)

    private static func ofAdministrator(_ name: String, _ summary: String, _ result: [Field]) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: paging, result: result,
            errors: [.emptyGroupID, .noGroup, .unavailable], badParameter: .groupParameters)
    }

    package static let block = operation("group.block", "Blocks the group's messages for the caller.", [group])
    package static let unblock = operation("group.unblock", "Unblocks the group's messages for the caller.", [group])

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], _ errors: [ErrorCode] = []
    ) -> Operation {
        let alternatives = [candidate.description.name, candidates.description.name]
        let hasAlternatives = Set(alternatives).isSubset(of: parameters.map(\.name))
        return GroupOperations.operation(
            name, summary, parameters, alternatives: hasAlternatives ? alternatives : [],
            errors: [.noGroupRight] + errors)
    }
}
