import Chat
import ClientProtocol
import Domain
import JSON

/// `friend.respond`.
enum RespondToFriend: UserOperation {
    static let declaration = Operation.relation(
        "friend.respond", "Answers a friend request.",
        [FriendParameters.user.description, response.description, FriendParameters.remark.description],
        result: [RelationParameters.result("0, 30614, 30010 or 30014")], errors: [.remarkTooLong])

    private static let response = Parameter<FriendResponse>(
        "response", type: .numbers([0, 1, 2]),
        "0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject."
    ) { value throws(Mismatch) in
        guard let response = value.int64.flatMap(FriendResponse.init) else { throw Mismatch("must be 0, 1 or 2") }
        return response
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = try request(FriendParameters.user)
        let response = try request(Self.response)
        let remark = try request(FriendParameters.remark)
        return .change { chat, json throws(CommandError) in
            let result = try chat.friends.respond(to: user, response, remark: remark, of: caller.account)
            json.object("result") { $0.result(result) }
        }
    }
}
