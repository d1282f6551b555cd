import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// GroupOperations.getNotifyState.
enum GetNotifyState: UserOperation {
    static let declaration = GroupOperations.getNotifyState

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        return .ask { chat, json throws(CommandError) in
            let state = try chat.groupSettings.notifyState(in: id, by: caller.account)
            json.field("state", state.rawValue)
        }
    }
}
