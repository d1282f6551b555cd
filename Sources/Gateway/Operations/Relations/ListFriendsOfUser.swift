import Chat
import ClientProtocol
import ServerAPI

/// AdminRelationOperations.listFriends.
enum ListFriendsOfUser {
    static let entry: (Operation, Handler) = (AdminRelationOperations.listFriends, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let query = try call.friendListQuery()
        call.read(for: session) { transaction throws(CommandError) in
            try query.result(of: RelationQueries.number(of: user, in: transaction), in: transaction)
        }
    }
}
