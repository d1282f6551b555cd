import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// FriendOperations.add.
enum AddFriend: UserOperation {
    static let declaration = FriendOperations.add

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = try request(FriendOperations.user)
        let draft = FriendRequestDraft(
            remark: try request(FriendOperations.remark), wording: try request(FriendOperations.wording),
            source: try request(FriendOperations.source), group: try request(FriendOperations.group),
            isMutual: try request(FriendOperations.addType) == 2)
        if request.context.auditedWords.isIn(draft.wording) { throw Refusal(.auditedWording, keys: ["addWording"]) }
        return .change { chat, json throws(CommandError) in
            let result = try chat.friends.addFriend(user, draft, of: caller.account)
            json.object("result") { $0.result(result) }
        }
    }
}
