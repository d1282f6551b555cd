import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `group.joined`.
enum ListJoinedGroups {
    static let entry: (Operation, Handler) = (GroupOperations.joined, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let (page, size) = (try call(GroupOperations.page), try call(GroupOperations.pageSize))
        let (needsCount, needsRole) = (try call(GroupOperations.needMemberCount), try call(GroupOperations.needRole))
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let groups = try stored(
                GroupQueries.joined(by: account, page: page, size: size, counting: needsCount, in: transaction))
            return { json in
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
}
