import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `group.create`.
enum CreateGroup: UserOperation {
    static let declaration = GroupOperations.create

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.refuseNotifyExt()
        let draft = try request.groupDraft(.group)
        return .change { chat, json throws(CommandError) in
            let group = try chat.groupLife.createGroup(draft, by: caller.account)
            json.field("groupID", group.id)
            json.results(group.results)
        }
    }
}
