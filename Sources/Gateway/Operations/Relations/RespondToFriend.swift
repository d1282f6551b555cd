import Chat
import ClientProtocol
import JSON
import ServerAPI

/// FriendOperations.respond.
enum RespondToFriend {
    static let entry: (Operation, Handler) = (FriendOperations.respond, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let user = try call(FriendOperations.user)
        let response = try call(FriendOperations.response)
        let remark = try call(FriendOperations.remark)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let result = try chat.friends.respond(to: user, response, remark: remark, of: account)
            return { json in json.object("result") { $0.result(result) } }
        }
    }
}
