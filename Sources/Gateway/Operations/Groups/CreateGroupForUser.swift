import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.group.create`.
enum CreateGroupForUser {
    static let entry: (Operation, Handler) = (AdminGroupOperations.create, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let owner = try call(AdminGroupOperations.owner)
        let draft = try call.groupDraft(try call(AdminGroupOperations.kind))
        call.change(by: session) { chat throws(CommandError) in
            let group = try chat.groupLife.createGroup(draft, for: owner)
            return { json in
                json.field("groupID", group.id)
                json.results(group.results)
            }
        }
    }
}
