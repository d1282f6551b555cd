import Chat
import ClientProtocol
import Domain
import JSON

/// Groups and their members, for those who may read them.
extension OperationTable {
    @OperationList static var groupReading: [OperationDefinition] {
        let group = ValueType.object(
            GroupView.fields + [
                Field("permissionType", .numbers([-1, 0, 1, 2]), "The caller's role as in `self`; -1: no member."),
                Field("adminList", .strings, "The admins."),
                Field(
                    optional: "seq", .integer,
                    "Like all that follows, only for members: the last seq of the group's stream that is in this."),
                Field(optional: "isBlocked", .boolean, "As in `self`."),
                Field(optional: "isInWhiteList", .boolean, "As in `self`."),
                Field(
                    optional: "self",
                    .object([
                        Field("role", .numbers([0, 1, 2])), Field("muteExpire", .integer), Field("isBlocked", .boolean),
                        Field("isInWhiteList", .boolean), Field("notifyState", .numbers([0, 1, 2])),
                        Field("nickname", .string), Field("joinTime", .milliseconds),
                    ]), "The caller's membership. `role` 0: member; 1: admin; 2: owner."),
                Field(optional: "members", .strings, "Only with `fetchMembers`."),
                Field(optional: "nicknames", .map(.string), "Only with `fetchMembers` and `needNickname`: by user."),
                Field(optional: "whiteList", .strings, "Only for owner and admins."),
                Field(
                    optional: "muteList",
                    .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
                    "Only for owner and admins."),
            ], called: "GroupDetails")
        let fetchMembers = Parameter.flag(
            "fetchMembers", standard: false,
            "Also returns up to 200 members: owner, admins, then the newest members first.")
        Operation.group(
            "group.get", "Reads a group. Everybody may read a public group, only members a private one.",
            [GroupParameters.groupID, fetchMembers, GroupParameters.needNickname],
            result: [Field("group", group, "See [groups.md](groups.md).")]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let withMembers = try request(fetchMembers)
            let withNicknames = try request(GroupParameters.needNickname)
            return .askLeader { chat, json throws(CommandError) in
                let details = try chat.groupAdministration.groupDetails(
                    id, withMembers: withMembers, for: caller.account)
                json.object("group") { $0.details(details, withNicknames: withNicknames) }
            }
        }

        let ids = Parameter.strings("groupIDs", count: 1...50, bytes: 1...20, "The groups.")
        Operation.group(
            "group.getMany",
            "Reads several groups, as for a client that keeps them: those that the caller may read with `group.get`.",
            [ids],
            result: [
                Field(
                    "groups", .list(group),
                    "In the order asked for, each once; without `members`, `whiteList` and `muteList`."),
                Field("left", .strings, "Groups that did not fit into the reply; ask for them again."),
            ]
        ).user { request, caller throws(Refusal) in
            let ids = try request(ids)
            let bytes = request.context.pageBytes
            let now = request.context.configuration.now.time
            return .read { transaction, json throws(CommandError) in
                let (groups, count) = try stored(
                    GroupQueries.some(of: ids, for: caller.account, at: now, bytes: bytes, in: transaction))
                json.array("groups") { json in
                    for group in groups { json.object { $0.details(group, withNicknames: false) } }
                }
                json.strings("left", Array(ids[count...]))
            }
        }

        Operation.group(
            "group.members", "Lists ordinary members, the newest first.",
            [GroupParameters.groupID, GroupParameters.cursor, GroupParameters.pageSize, GroupParameters.needNickname],
            result: [
                Field("members", .strings, "The members' ids."),
                Field(
                    optional: "nicknames", .map(.string),
                    "Only with `needNickname`: the nicknames by id, of members who have one."),
                Field(
                    "seq", .integer,
                    "The last seq of the group's stream that is in the page: pages with one seq are of one moment."),
                GroupParameters.nextPage,
            ]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let after = try request.cursor()
            let count = try request(GroupParameters.pageSize)
            let withNicknames = try request(GroupParameters.needNickname)
            return .read { transaction, json throws(CommandError) in
                let (page, seq) = try GroupQueries.members(
                    of: id, for: caller.account, after: after, count: count, in: transaction)
                json.users("members", page.items.map(\.user))
                if withNicknames {
                    let named = page.items.filter { !$0.nickname.isEmpty }.map { ($0.user.text, $0.nickname) }
                    json.nicknames(Dictionary(uniqueKeysWithValues: named))
                }
                json.field("seq", seq)
                json.cursor(page.next)
            }
        }

        let page = Parameter.integer("page", in: 0...1_000_000, standard: 0, "The page's number, from 0.")
        let needMemberCount = Parameter.flag("needMemberCount", standard: false, "Also returns the number of members.")
        let needRole = Parameter.flag("needRole", standard: false, "Also returns the caller's role.")
        Operation.group(
            "group.joined", "Lists the caller's groups, last joined first.",
            [page, GroupParameters.pageSize, needMemberCount, needRole],
            result: [
                Field(
                    "groups",
                    .list(
                        .object([
                            Field("groupID", .string), Field("name", .string), Field(optional: "memberCount", .integer),
                            Field(optional: "permissionType", .integer),
                        ])), "The groups.")
            ]
        ).user { request, caller throws(Refusal) in
            let (page, size) = (try request(page), try request(GroupParameters.pageSize))
            let (needsCount, needsRole) = (try request(needMemberCount), try request(needRole))
            return .read { transaction, json throws(CommandError) in
                let groups = try stored(
                    GroupQueries.joined(
                        by: caller.account, page: page, size: size, counting: needsCount, in: transaction))
                json.array("groups") { json in
                    for group in groups {
                        json.object { json in
                            json.field("groupID", group.id)
                            json.field("name", group.name)
                            if needsCount { json.field("memberCount", group.memberCount) }
                            if needsRole { json.field("permissionType", group.role.rawValue) }
                        }
                    }
                }
            }
        }

        Operation.group(
            "group.joinedCount", "Counts the caller's groups.", [],
            result: [Field("count", .integer, "The number of groups.")]
        ).user { _, caller throws(Refusal) in
            .read { transaction, json throws(CommandError) in
                let count = try stored(GroupQueries.countJoined(by: caller.account, in: transaction))
                json.field("count", count)
            }
        }

        Operation.group(
            "group.public", "Lists public groups, newest first.",
            [GroupParameters.cursor, GroupParameters.pageSize],
            result: [
                Field("groups", .list(.object([Field("groupID", .string), Field("name", .string)])), "The groups."),
                GroupParameters.nextPage,
            ]
        ).user { request, _ throws(Refusal) in
            let after = try request.cursor()
            let count = try request(GroupParameters.pageSize)
            return .read { transaction, json throws(CommandError) in
                let page = try stored(GroupQueries.publicGroups(after: after, count: count, in: transaction))
                json.array("groups") { json in
                    for (id, name) in page.items {
                        json.object { json in
                            json.field("groupID", id)
                            json.field("name", name)
                        }
                    }
                }
                json.cursor(page.next)
            }
        }
    }

    @OperationList static var groupReadingForAdministrators: [OperationDefinition] {
        Operation.groupForAdministrator(
            "admin.group.get", "Reads a group.", [GroupParameters.groupID],
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
            ], errors: [.emptyGroupID, .noGroup]
        ).admin { request, _ throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            return .askLeader { chat, json throws(CommandError) in
                let details = try chat.groupAdministration.wholeGroup(id)
                json.object("group") { json in
                    json.specification(details.view)
                    json.users("adminList", details.admins)
                    json.users("whiteList", details.whiteList ?? [])
                    json.muteList(details.muted ?? [])
                }
            }
        }

        Operation.groupForAdministrator(
            "admin.group.list", "Lists all groups, the newest first.",
            [GroupParameters.cursor, GroupParameters.pageSize],
            result: [
                Field(
                    "groups",
                    .list(
                        .object([
                            Field("groupID", .string), Field("name", .string),
                            Field("kind", AdminGroupParameters.kind.description.type),
                            Field("memberCount", .integer),
                        ])), "The groups."),
                GroupParameters.nextPage,
            ], errors: []
        ).admin { request, _ throws(Refusal) in
            let after = try request.cursor()
            let count = try request(GroupParameters.pageSize)
            return .read { transaction, json throws(CommandError) in
                let page = try stored(GroupQueries.all(after: after, count: count, in: transaction))
                json.array("groups") { json in
                    for group in page.items {
                        json.object { json in
                            json.field("groupID", group.id)
                            json.field("name", group.name)
                            json.field("kind", group.kind == .group ? "team" : "superTeam" as StaticString)
                            json.field("memberCount", group.memberCount)
                        }
                    }
                }
                json.cursor(page.next)
            }
        }

        Operation.groupForAdministrator(
            "admin.group.members", "Lists a group's members with what is known of each, the newest first.",
            [GroupParameters.groupID, GroupParameters.cursor, GroupParameters.pageSize],
            result: [
                Field(
                    "members",
                    .list(
                        .object([
                            Field("userID", .string), Field("role", .numbers([0, 1, 2])), Field("nickname", .string),
                            Field("joinTime", .milliseconds), Field("muteExpire", .integer),
                            Field("isInWhiteList", .boolean),
                        ])), "As in `self` of `group.get`."),
                GroupParameters.nextPage,
            ], errors: [.emptyGroupID, .noGroup]
        ).admin { request, _ throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let after = try request.cursor()
            let count = try request(GroupParameters.pageSize)
            return .read { transaction, json throws(CommandError) in
                let page = try GroupQueries.allMembers(of: id, after: after, count: count, in: transaction)
                json.array("members") { json in
                    for member in page.items { json.object { $0.known(member) } }
                }
                json.cursor(page.next)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func known(_ member: GroupQueries.KnownMember) {
        field("userID", member.user.text)
        field("role", member.role.rawValue)
        field("nickname", member.nickname)
        field("joinTime", member.joinedAt.time)
        field("muteExpire", member.muteUntil)
        field("isInWhiteList", member.isWhiteListed)
    }
}
