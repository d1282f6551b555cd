import Chat
import ClientProtocol

/// `admin.friend.list`.
enum ListFriendsOfUser: AdminOperation {
    static let declaration = Operation.relation(
        "admin.friend.list",
        "Lists a user's friends in the order of their ids, as `friend.list` does for the user.", roles: .admin,
        [
            AdminRelationParameters.user.description, FriendParameters.next.description,
            FriendParameters.count.description,
            FriendParameters.sinceVersion.description,
        ], result: FriendParameters.listed, errors: [.unknownUser, .resyncRequired])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationParameters.user)
        let query = try request.friendListQuery()
        return .read { transaction, json throws(CommandError) in
            let account = try RelationQueries.number(of: user, in: transaction)
            try query.write(friendsOf: account, to: &json, from: transaction)
        }
    }
}
