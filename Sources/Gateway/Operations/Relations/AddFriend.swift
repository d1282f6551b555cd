import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// FriendOperations.add.
enum AddFriend {
    static let entry: (Operation, Handler) = (FriendOperations.add, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let user = try call(FriendOperations.user)
        let wish = FriendWish(
            remark: try call(FriendOperations.remark), wording: try call(FriendOperations.wording),
            source: try call(FriendOperations.source), group: try call(FriendOperations.group),
            isMutual: try call(FriendOperations.addType) == 2)
        if call.context.auditedWords.isIn(wish.wording) { throw Refusal(.auditedWording, keys: ["addWording"]) }
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let result = try chat.friends.addFriend(user, wish, of: account)
            return { json in json.object("result") { $0.result(result) } }
        }
    }
}
