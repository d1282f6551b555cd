import Chat
import ClientProtocol
import JSON
import ServerAPI

/// BlacklistOperations.list.
enum ListBlocked: UserOperation {
    static let declaration = BlacklistOperations.list

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
