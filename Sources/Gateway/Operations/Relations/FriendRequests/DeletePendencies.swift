import Chat
import ClientProtocol

/// `pendency.delete`.
enum DeletePendencies: UserOperation {
    static let declaration = Operation.relation(
        "pendency.delete", "Deletes the caller's copy of requests. A received request can no longer be answered then.",
        [ownType.description, RelationParameters.users.description])

    private static let ownType = Parameter.integer("type", in: 1...2, "1: requests received; 2: requests sent.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let areOutgoing = try request(ownType) == 2
        let users = try request(RelationParameters.users)
        return .change { chat, _ throws(CommandError) in
            try chat.friendRequests.deleteRequests(users, areOutgoing: areOutgoing, of: caller.account)
        }
    }
}
