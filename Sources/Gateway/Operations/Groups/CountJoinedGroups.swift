import Chat
import ClientProtocol
import JSON

/// `group.joinedCount`.
enum CountJoinedGroups: UserOperation {
    static let declaration = Operation.group(
        "group.joinedCount", "Counts the caller's groups.", [],
        result: [
            Field(
                "count", .integer,
                "The number of groups.")
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let count = try stored(GroupQueries.countJoined(by: caller.account, in: transaction))
            json.field("count", count)
        }
    }
}
