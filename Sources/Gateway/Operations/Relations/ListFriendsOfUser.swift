import Chat
import ClientProtocol
import ServerAPI

/// AdminRelationOperations.listFriends.
enum ListFriendsOfUser: AdminOperation {
    static let declaration = AdminRelationOperations.listFriends

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationOperations.user)
        let query = try request.friendListQuery()
        return .read { transaction, json throws(CommandError) in
            let account = try RelationQueries.number(of: user, in: transaction)
            try query.write(friendsOf: account, to: &json, from: transaction)
        }
    }
}
