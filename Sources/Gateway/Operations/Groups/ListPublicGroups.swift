import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.public`.
enum ListPublicGroups {
    static let entry: (Operation, Handler) = (GroupOperations.publicGroups, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let after = try call.cursor()
        let count = try call(GroupOperations.pageSize)
        call.read(for: session) { transaction throws(CommandError) in
            let page = try stored(GroupQueries.publicGroups(after: after, count: count, in: transaction))
            return { json in
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
}
