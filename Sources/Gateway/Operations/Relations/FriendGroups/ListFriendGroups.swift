import Chat
import ClientProtocol
import JSON
import ServerAPI

/// FriendGroupOperations.list.
enum ListFriendGroups {
    static let entry: (Operation, Handler) = (FriendGroupOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let names = try call(FriendGroupOperations.wanted)
        let next = try call(FriendGroupOperations.next)
        let (account, bytes) = (session.account, call.pageBytes)
        call.read(for: session) { transaction throws(CommandError) in
            let page = try stored(
                RelationQueries.groups(of: account, named: names, after: next, bytes: bytes, in: transaction))
            return { json in
                json.friendGroups(page.items)
                json.field("next", page.isLast ? 0 : next + page.items.count)
                json.field("isFinished", page.isLast)
                json.field("version", page.version)
            }
        }
    }
}
