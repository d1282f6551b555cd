import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.getAttributes`.
enum GetGroupAttributes: UserOperation {
    static let declaration = GroupOperations.getAttributes

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let users = try request(GroupOperations.attributeUsers)
        return .read { transaction, json throws(CommandError) in
            let members = try GroupQueries.attributes(of: users, in: id, for: caller.account, in: transaction)
            json.array("members") { json in
                for member in members {
                    json.object { json in
                        json.field("userID", member.user)
                        json.object("attributes") { $0.attributes(member.attributes) }
                    }
                }
            }
        }
    }
}
