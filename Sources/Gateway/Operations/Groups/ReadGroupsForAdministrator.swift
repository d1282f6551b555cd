import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.group.get`.
enum GetGroupForAdministrator {
    static let entry: (Operation, Handler) = (AdminGroupOperations.get, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        return .ask { chat, json throws(CommandError) in
            let details = try chat.groupSettings.wholeGroup(id)
            json.object("group") { json in
                json.specification(details.view)
                json.users("adminList", details.admins)
                json.users("whiteList", details.whiteList ?? [])
                json.muteList(details.muted ?? [])
            }
        }
    }
}

/// `admin.group.list`.
enum ListGroups {
    static let entry: (Operation, Handler) = (AdminGroupOperations.list, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let after = try request.cursor()
        let count = try request(GroupOperations.pageSize)
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
}

/// `admin.group.members`.
enum ListGroupMembersForAdministrator {
    static let entry: (Operation, Handler) = (AdminGroupOperations.members, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let after = try request.cursor()
        let count = try request(GroupOperations.pageSize)
        return .read { transaction, json throws(CommandError) in
            let page = try GroupQueries.allMembers(of: id, after: after, count: count, in: transaction)
            json.array("members") { json in
                for member in page.items { json.object { $0.known(member) } }
            }
            json.cursor(page.next)
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
