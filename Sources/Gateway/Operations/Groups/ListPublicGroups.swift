import Chat
import ClientProtocol
import JSON

/// `group.public`.
enum ListPublicGroups: UserOperation {
    static let declaration = Operation.group(
        "group.public", "Lists public groups, newest first.",
        [GroupParameters.cursor.description, GroupParameters.pageSize.description],
        result: [
            Field("groups", .list(.object([Field("groupID", .string), Field("name", .string)])), "The groups."),
            GroupParameters.nextPage,
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
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
