import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI
import Storage

/// What a caller wants of a friend list.
struct FriendListQuery: Sendable {
    let next: String
    let count: Int
    let sinceVersion: Int64?
    let bytes: Int

    func result(of account: Int64, in transaction: any Transaction) throws -> ResultWriter {
        let list = try FriendList(
            of: account, after: next, count: count, bytes: bytes, since: sinceVersion, in: transaction)
        let isOfChanges = sinceVersion != nil
        return { json in
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
}

extension Call {
    func friendListQuery() throws(Refusal) -> FriendListQuery {
        FriendListQuery(
            next: try self(FriendOperations.next), count: try self(FriendOperations.count),
            sinceVersion: try self(FriendOperations.sinceVersion).map(Int64.init), bytes: pageBytes)
    }
}

/// A user's friends, and who is blocked.
enum FriendListHandlers {
    static func listFriends(_ call: Call, _ session: Session) throws(Refusal) {
        let query = try call.friendListQuery()
        let account = session.account
        call.read(for: session) { transaction in try query.result(of: account, in: transaction) }
    }

    static func getFriends(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(FriendOperations.named)
        let (account, bytes) = (session.account, call.pageBytes)
        call.read(for: session) { transaction in
            let (friends, count, version) = try FriendList.some(users, of: account, bytes: bytes, in: transaction)
            return { json in
                json.friends(friends)
                json.strings("left", Array(users[count...]))
                json.field("version", version)
            }
        }
    }

    static func checkBlocked(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(BlacklistOperations.users)
        let (user, account) = (session.record.user, session.account)
        call.read(for: session) { transaction in
            let checks = try RelationQueries.blocks(of: users, for: user, account, in: transaction)
            return { json in
                json.array("results") { json in
                    for (result, isBlocked) in checks {
                        json.object { json in
                            json.result(result)
                            json.field("blocked", isBlocked)
                        }
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func friends(_ friends: [FriendView]) {
        array("friends") { json in
            for friend in friends { json.object { $0.friend(friend) } }
        }
    }
}
