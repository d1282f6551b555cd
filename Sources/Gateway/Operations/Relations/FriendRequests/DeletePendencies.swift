import Chat
import ClientProtocol
import ServerAPI

/// PendencyOperations.delete.
enum DeletePendencies: UserOperation {
    static let declaration = PendencyOperations.delete

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let areOutgoing = try request(PendencyOperations.ownType) == 2
        let users = try request(PendencyOperations.users)
        return .change { chat, _ throws(CommandError) in
            try chat.friendRequests.deleteRequests(users, areOutgoing: areOutgoing, of: caller.account)
        }
    }
}
