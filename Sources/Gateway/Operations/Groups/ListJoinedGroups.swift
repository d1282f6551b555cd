import Chat
import ClientProtocol
import Domain
import JSON

/// `group.joined`.
enum ListJoinedGroups: UserOperation {
    static let declaration = Operation.group(
        "group.joined", "Lists the caller's groups, last joined first.",
        [page.description, GroupParameters.pageSize.description, needMemberCount.description, needRole.description],
        result: [
            Field(
                "groups",
                .list(
                    .object([
                        Field("groupID", .string), Field("name", .string), Field(optional: "memberCount", .integer),
                        Field(optional: "permissionType", .integer),
                    ])), "The groups.")
        ])

    private static let page = Parameter.integer("page", in: 0...1_000_000, standard: 0, "The page's number, from 0.")
    private static let needMemberCount = Parameter.flag(
        "needMemberCount", standard: false, "Also returns the number of members.")
    private static let needRole = Parameter.flag("needRole", standard: false, "Also returns the caller's role.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let (page, size) = (try request(Self.page), try request(GroupParameters.pageSize))
        let (needsCount, needsRole) = (
            try request(needMemberCount), try request(needRole)
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
