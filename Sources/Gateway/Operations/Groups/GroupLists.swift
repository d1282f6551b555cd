import Chat
import ClientProtocol
import Domain
import JSON
import Storage

/// The lists of a group: who leads, who may speak, and who hears it.
extension OperationTable {
    @OperationList static var groupLists: [OperationDefinition] {
        Operation.groupLists(
            "group.addAdmin", "Makes members admins: all of them or none. Takes `userID` or `userIDs`.",
            [GroupParameters.groupID, GroupListParameters.candidate, GroupListParameters.candidates], [.groupLimit]
        ).leader { request, id throws(Refusal) in
            let candidates = try request.adminCandidates()
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.addAdmins(candidates, in: id, by: me)
            }
        }

        Operation.groupLists(
            "group.removeAdmin", "Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`.",
            [GroupParameters.groupID, GroupListParameters.candidate, GroupListParameters.candidates]
        ).leader { request, id throws(Refusal) in
            let candidates = try request.adminCandidates()
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.removeAdmins(candidates, in: id, by: me)
            }
        }

        let duration = Parameter<Milliseconds?>(
            "duration", type: .either([.numbers([-1]), .integer(1...315_360_000_000)]),
            "The time in milliseconds; -1: for ever."
        ) { value throws(Mismatch) in
            guard let number = value.int64, number == -1 || (1...315_360_000_000).contains(number) else {
                throw Mismatch("must be -1, or 1 to 315360000000")
            }
            return number == -1 ? nil : Milliseconds(number)
        }
        Operation.groupLists(
            "group.mute", "Mutes members: all of them or none.",
            [GroupParameters.groupID, GroupParameters.users, duration]
        ).leader { request, id throws(Refusal) in
            let users = try request(GroupParameters.users)
            let duration = try request(duration)
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.mute(users, forMilliseconds: duration, in: id, by: me)
            }
        }

        Operation.groupLists(
            "group.unmute", "Unmutes members.",
            [GroupParameters.groupID, GroupParameters.users]
        ).leader { request, id throws(Refusal) in
            let users = try request(GroupParameters.users)
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.unmute(users, in: id, by: me) }
        }

        let isMuted = Parameter.flag("muted", "Whether the whole group is muted.")
        Operation.groupLists(
            "group.muteAll", "Mutes or unmutes all members except owner, admins and the white list.",
            [GroupParameters.groupID, isMuted]
        ).member { request, id throws(Refusal) in
            let isMuted = try request(isMuted)
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.muteAll(isMuted, in: id, by: me) }
        }

        Operation.group(
            "group.muteList", "Lists the members who are muted now. Only for owner and admins.",
            GroupListParameters.paging,
            result: GroupListParameters.muted,
            errors: [.noGroupRight]
        ).user { request, caller throws(Refusal) in
            .read(try request.muteList(for: caller.account))
        }

        Operation.groupLists(
            "group.addToWhiteList", "Adds members to the white list: they may speak while all are muted.",
            [GroupParameters.groupID, GroupParameters.users]
        ).leader(isNotified: false) { request, id throws(Refusal) in
            let users = try request(GroupParameters.users)
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.addToWhiteList(users, in: id, by: me)
            }
        }

        Operation.groupLists(
            "group.removeFromWhiteList", "Removes members from the white list.",
            [GroupParameters.groupID, GroupParameters.users]
        ).leader(isNotified: false) { request, id throws(Refusal) in
            let users = try request(GroupParameters.users)
            return { chat, me, _ throws(CommandError) in
                try chat.groupAdministration.removeFromWhiteList(users, in: id, by: me)
            }
        }

        Operation.group(
            "group.whiteList", "Lists the members who may speak while all are muted. Only for owner and admins.",
            GroupListParameters.paging,
            result: GroupListParameters.whiteListed, errors: [.noGroupRight]
        ).user { request, caller throws(Refusal) in
            .read(try request.whiteList(for: caller.account))
        }

        Operation.groupLists(
            "group.block", "Blocks the group's messages for the caller.", [GroupParameters.groupID]
        ).member { _, id throws(Refusal) in
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.block(true, group: id, by: me) }
        }

        Operation.groupLists(
            "group.unblock", "Unblocks the group's messages for the caller.", [GroupParameters.groupID]
        ).member { _, id throws(Refusal) in
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.block(false, group: id, by: me) }
        }
    }

    @OperationList static var groupMuteForAdministrators: [OperationDefinition] {
        let mute = Parameter<GroupMute>(
            "mute", type: .numbers([0, 1, 3]),
            "0: mutes nobody; 1: ordinary members; 3: all. The white list may always speak."
        ) { value throws(Mismatch) in
            guard let level = value.int64.flatMap(GroupMute.init) else { throw Mismatch("must be 0, 1 or 3") }
            return level
        }
        // An administrator can also mute the leaders.
        Operation.groupForAdministrator(
            "admin.group.muteAll", "Mutes or unmutes a group.",
            [GroupParameters.groupID, mute, AdminGroupParameters.notifyExt],
            errors: [.emptyGroupID, .noGroup, .notInGroup, .noGroupRight]
        ).groupAdmin { request, id throws(Refusal) in
            let mute = try request(mute)
            return { chat, me, _ throws(CommandError) in try chat.groupAdministration.muteAll(mute, in: id, by: me) }
        }
    }

    @OperationList static var groupListsForAdministrators: [OperationDefinition] {
        Operation.groupListForAdministrator(
            "admin.group.whiteList", "Lists the members of a group who may speak while all are muted.",
            GroupListParameters.whiteListed
        ).admin { request, _ throws(Refusal) in
            .read(try request.whiteList(for: nil))
        }

        Operation.groupListForAdministrator(
            "admin.group.muteList", "Lists the members of a group who are muted now.", GroupListParameters.muted
        ).admin { request, _ throws(Refusal) in
            .read(try request.muteList(for: nil))
        }
    }
}

/// The lists of a group: who may speak, and who leads.
private enum GroupListParameters {
    static let candidate = GroupParameters.user.optional
    static let candidates = GroupParameters.users.optional
    static let paging: [any DescribedParameter] = [
        GroupParameters.groupID, GroupParameters.cursor, GroupParameters.pageSize,
    ]
    static let whiteListed = [Field("whiteList", .strings, "The newest members first."), GroupParameters.nextPage]
    static let muted = [
        Field(
            "muteList", .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
            "`muteExpire` in milliseconds, or -1."),
        GroupParameters.nextPage,
    ]
}

extension Operation {
    static func groupListForAdministrator(_ name: String, _ summary: String, _ result: [Field]) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: GroupListParameters.paging, result: result,
            errors: [.emptyGroupID, .noGroup, .unavailable], badParameter: .groupParameters)
    }

    static func groupLists(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], _ errors: [ErrorCode] = []
    ) -> Operation {
        let alternatives = [
            GroupListParameters.candidate.description.name, GroupListParameters.candidates.description.name,
        ]
        let hasAlternatives = Set(alternatives).isSubset(of: parameters.map(\.description.name))
        return Operation.group(
            name, summary, parameters, alternatives: hasAlternatives ? alternatives : [],
            errors: [.noGroupRight] + errors)
    }
}

extension Request {
    /// `account`: nil for an administrator.
    func whiteList(
        for account: AccountNumber?
    ) throws(Refusal) -> StoreWork {
        let (id, after) = (try self(GroupParameters.groupID), try cursor())
        let count = try self(GroupParameters.pageSize)
        return { transaction, json throws(CommandError) in
            let page = try GroupQueries.whiteList(of: id, for: account, after: after, count: count, in: transaction)
            json.users("whiteList", page.items.map(\.user))
            json.cursor(page.next)
        }
    }

    func muteList(
        for account: AccountNumber?
    ) throws(Refusal) -> StoreWork {
        let (id, after) = (try self(GroupParameters.groupID), try cursor())
        let count = try self(GroupParameters.pageSize)
        let now = context.configuration.now.time
        return { transaction, json throws(CommandError) in
            let page = try GroupQueries.muteList(
                of: id, for: account, at: now, after: after, count: count, in: transaction)
            json.muteList(page.items.map { ($0.user, $0.muteUntil) })
            json.cursor(page.next)
        }
    }

    func adminCandidates() throws(Refusal) -> AdminCandidates {
        switch (try self(GroupListParameters.candidate), try self(GroupListParameters.candidates)) {
        case (let user?, nil): return AdminCandidates(user)
        case (nil, let users?): return AdminCandidates(users)
        case (nil, nil): throw Refusal(.groupParameters, "userID or userIDs is missing", keys: ["userID"])
        default:
            throw Refusal(.groupParameters, "userID and userIDs exclude each other", keys: ["userID", "userIDs"])
        }
    }
}
