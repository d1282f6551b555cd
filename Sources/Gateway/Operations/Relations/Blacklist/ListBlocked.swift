import Chat
import ClientProtocol
import JSON

/// `blacklist.list`.
enum ListBlocked: UserOperation {
    static let declaration = Operation.relation(
        "blacklist.list", "Lists the blocked users, newest first.", [],
        result: [
            Field(
                "users", .list(.object([Field("userID", .string), Field("addTime", .integer)])), "`addTime` in seconds."
            ), RelationParameters.version,
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let page = try stored(RelationQueries.blacklist(of: caller.account, in: transaction))
            json.array("users") { json in
                for user in page.items {
                    json.object { json in
                        json.field("userID", user.user)
                        json.field("addTime", user.addedAt)
                    }
                }
            }
            json.field("version", page.version)
        }
    }
}
