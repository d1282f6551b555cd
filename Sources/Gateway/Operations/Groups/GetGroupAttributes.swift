import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.getAttributes`.
enum GetGroupAttributes {
    static let entry: (Operation, Handler) = (GroupOperations.getAttributes, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let users = try call(GroupOperations.attributeUsers)
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let members = try GroupQueries.attributes(of: users, in: id, for: account, in: transaction)
            return { json in
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
}
