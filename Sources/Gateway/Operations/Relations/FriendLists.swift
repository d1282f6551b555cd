import Chat
import ClientProtocol
import Domain
import JSON
import Storage

/// A user's list of friends.
extension OperationTable {
    @OperationList static var friendLists: [OperationDefinition] {
        Operation.relation(
            "friend.list", "Lists the friends in the order of their ids, or the changes since a version.",
            [
                FriendParameters.next, FriendParameters.count, FriendParameters.sinceVersion,
            ], result: FriendParameters.listed, errors: [.resyncRequired]
        ).user { request, caller throws(Refusal) in
            let query = try request.friendListQuery()
            return .read { transaction, json throws(CommandError) in
                try query.write(friendsOf: caller.account, to: &json, from: transaction)
            }
        }

        Operation.relation(
            "admin.friend.list",
            "Lists a user's friends in the order of their ids, as `friend.list` does for the user.", roles: .admin,
            [
                AdminRelationParameters.user, FriendParameters.next, FriendParameters.count,
                FriendParameters.sinceVersion,
            ], result: FriendParameters.listed, errors: [.unknownUser, .resyncRequired]
        ).admin { request, _ throws(Refusal) in
            let user = try request(AdminRelationParameters.user)
            let query = try request.friendListQuery()
            return .read { transaction, json throws(CommandError) in
                let account = try RelationQueries.number(of: user, in: transaction)
                try query.write(friendsOf: account, to: &json, from: transaction)
            }
        }

        let named = Parameter.users("userIDs", count: 1...100, "The users.")
        Operation.relation(
            "friend.get", "Reads friends by their ids.", [named],
            result: [
                FriendParameters.friends,
                Field("left", .strings, "Users who did not fit into the reply; ask for them again."),
                RelationParameters.version,
            ]
        ).user { request, caller throws(Refusal) in
            let users = try request(named)
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let (friends, count, version) = try stored(
                    FriendList.some(users, of: caller.account, bytes: bytes, in: transaction))
                json.friends(friends)
                json.strings("left", Array(users[count...]))
                json.field("version", version)
            }
        }
    }
}

/// The parameters of a request for a friend list.
struct FriendListQuery: Sendable {
    let next: String
    let count: Int
    let sinceVersion: Int64?
    let bytes: Int

    func write(friendsOf account: AccountNumber, to json: inout JSONWriter, from transaction: any Transaction)
        throws(CommandError)
    {
        let list = try FriendList(
            of: account, after: next, count: count, bytes: bytes, since: sinceVersion, in: transaction)
        let isOfChanges = sinceVersion != nil
        json.friends(list.friends)
        if isOfChanges {
            json.strings("deleted", list.deleted)
            json.field("friendGroupsChanged", list.groupsChanged)
            json.field("blacklistChanged", list.blacklistChanged)
        }
        json.field("next", list.next)
        json.field("isFinished", list.next.isEmpty)
        json.field("version", list.version)
    }
}

extension Request {
    func friendListQuery() throws(Refusal) -> FriendListQuery {
        FriendListQuery(
            next: try self(FriendParameters.next), count: try self(FriendParameters.count),
            sinceVersion: try self(FriendParameters.sinceVersion).map(Int64.init), bytes: context.pageBytes)
    }
}

extension JSONWriter {
    mutating func friends(_ friends: [FriendView]) {
        array("friends") { json in
            for friend in friends { json.object { $0.friend(friend) } }
        }
    }
}
