import Chat
import ClientProtocol
import Domain
import JSON
import Storage

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
