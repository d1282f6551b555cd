import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.joinedCount`.
enum CountJoinedGroups: UserOperation {
    static let declaration = GroupOperations.joinedCount

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let count = try stored(GroupQueries.countJoined(by: caller.account, in: transaction))
            json.field("count", count)
        }
    }
}
