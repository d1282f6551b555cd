import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.group.members`.
enum ListGroupMembersForAdministrator: AdminOperation {
    static let declaration = AdminGroupOperations.members

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
