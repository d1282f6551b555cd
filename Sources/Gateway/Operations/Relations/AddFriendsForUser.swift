import Chat
import ClientProtocol
import ServerAPI

/// AdminRelationOperations.addFriends.
enum AddFriendsForUser {
    static let entry: (Operation, Handler) = (AdminRelationOperations.addFriends, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let isMutual = try call(FriendOperations.addType) == 2
        let wishes = try call(AdminRelationOperations.newFriends).map { friend in
            let wish = FriendWish(
                remark: friend.remark, wording: friend.wording, source: friend.source, group: friend.group,
                isMutual: isMutual)
            return (friend.user, wish)
        }
        let isForced = try call(AdminRelationOperations.isForced)
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.friends.addFriends(wishes, isForced: isForced, of: user)
            return { $0.results(results) }
        }
    }
}
