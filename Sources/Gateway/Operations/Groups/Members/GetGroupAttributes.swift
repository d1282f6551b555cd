import Chat
import ClientProtocol
import Domain
import JSON

/// `group.getAttributes`.
enum GetGroupAttributes: UserOperation {
    static let declaration = Operation.group(
        "group.getAttributes", "Reads members' attributes.",
        [GroupParameters.groupID.description, attributeUsers.description],
        result: [
            Field(
                "members", .list(.object([Field("userID", .string), Field("attributes", .map(.string))])),
                "One for each user who is a member.")
        ])

    private static let attributeUsers = Parameter.users("userIDs", count: 1...10, "The members.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let users = try request(attributeUsers)
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
