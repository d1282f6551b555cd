import Chat
import ClientProtocol
import JSON
import ServerAPI

/// FriendOperations.respond.
enum RespondToFriend: UserOperation {
    static let declaration = FriendOperations.respond

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = try request(FriendOperations.user)
        let response = try request(FriendOperations.response)
        let remark = try request(FriendOperations.remark)
        return .change { chat, json throws(CommandError) in
            let result = try chat.friends.respond(to: user, response, remark: remark, of: caller.account)
            json.object("result") { $0.result(result) }
        }
    }
}
