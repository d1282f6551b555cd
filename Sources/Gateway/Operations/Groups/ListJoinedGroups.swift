import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `group.joined`.
enum ListJoinedGroups: UserOperation {
    static let declaration = GroupOperations.joined

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let (page, size) = (try request(GroupOperations.page), try request(GroupOperations.pageSize))
        let (needsCount, needsRole) = (
            try request(GroupOperations.needMemberCount), try request(GroupOperations.needRole)
        )
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
}
