import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.group.list`.
enum ListGroups: AdminOperation {
    static let declaration = Operation.groupForAdministrator(
        "admin.group.list", "Lists all groups, the newest first.",
        [GroupParameters.cursor.description, GroupParameters.pageSize.description],
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
        ], errors: [])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
}
