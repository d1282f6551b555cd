import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.group.create`.
enum CreateGroupForUser: AdminOperation {
    static let declaration = AdminGroupOperations.create

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let owner = try request(AdminGroupOperations.owner)
        let draft = try request.groupDraft(try request(AdminGroupOperations.kind))
        return .change { chat, json throws(CommandError) in
            let group = try chat.groupLife.createGroup(draft, for: owner)
            json.field("groupID", group.id)
            json.results(group.results)
        }
    }
}
