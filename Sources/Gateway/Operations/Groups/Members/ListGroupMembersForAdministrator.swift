import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.group.members`.
enum ListGroupMembersForAdministrator: AdminOperation {
    static let declaration = Operation.groupForAdministrator(
        "admin.group.members", "Lists a group's members with what is known of each, the newest first.",
        [
            GroupParameters.groupID.description, GroupParameters.cursor.description,
            GroupParameters.pageSize.description,
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
            GroupParameters.nextPage,
        ], errors: [.emptyGroupID, .noGroup])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
