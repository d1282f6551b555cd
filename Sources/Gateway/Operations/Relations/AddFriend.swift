import Chat
import ClientProtocol
import Domain
import JSON

/// `friend.add`.
enum AddFriend: UserOperation {
    static let declaration = Operation.relation(
        "friend.add", "Adds a friend, or sends a request if the other user wants to be asked.",
        [
            FriendParameters.user.description, FriendParameters.remark.description,
            FriendParameters.wording.description, FriendParameters.source.description,
            FriendParameters.group.description,
            FriendParameters.addType.description,
        ],
        result: [
            RelationParameters.result("0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539")
        ],
        errors: [
            .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName, .auditedWording, .addingTooFast,
        ]
    ).hooked(.replaces(except: ["userID"]))

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = try request(FriendParameters.user)
        let draft = FriendRequestDraft(
            remark: try request(FriendParameters.remark), wording: try request(FriendParameters.wording),
            source: try request(FriendParameters.source), group: try request(FriendParameters.group),
            isMutual: try request(FriendParameters.addType) == 2)
        if request.context.auditedWords.isIn(draft.wording) { throw Refusal(.auditedWording, keys: ["addWording"]) }
        return .change { chat, json throws(CommandError) in
            let result = try chat.friends.addFriend(user, draft, of: caller.account)
            json.object("result") { $0.result(result) }
        }
    }
}
