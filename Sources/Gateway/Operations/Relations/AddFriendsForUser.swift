import Chat
import ClientProtocol
import ServerAPI

/// AdminRelationOperations.addFriends.
enum AddFriendsForUser: AdminOperation {
    static let declaration = AdminRelationOperations.addFriends

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationOperations.user)
        let isMutual = try request(FriendOperations.addType) == 2
        let drafts = try request(AdminRelationOperations.newFriends).map { friend in
            let draft = FriendRequestDraft(
                remark: friend.remark, wording: friend.wording, source: friend.source, group: friend.group,
                isMutual: isMutual)
            return (friend.user, draft)
        }
        let isForced = try request(AdminRelationOperations.isForced)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friends.addFriends(drafts, isForced: isForced, of: user)
            json.results(results)
        }
    }
}
