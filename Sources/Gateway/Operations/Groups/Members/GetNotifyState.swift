import Chat
import ClientProtocol
import Domain
import JSON

/// `group.getNotifyState`.
enum GetNotifyState: UserOperation {
    static let declaration = Operation.groupNotifyState(
        "group.getNotifyState", "Tells which senders' messages are pushed to the caller.",
        [GroupParameters.groupID.description],
        result: [Field("state", .numbers([0, 1, 2]), "0 at first.")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        return .askLeader { chat, json throws(CommandError) in
            let state = try chat.groupSettings.notifyState(in: id, by: caller.account)
            json.field("state", state.rawValue)
        }
    }
}
