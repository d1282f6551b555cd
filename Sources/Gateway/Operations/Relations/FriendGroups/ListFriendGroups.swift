import Chat
import ClientProtocol
import JSON
import ServerAPI

/// FriendGroupOperations.list.
enum ListFriendGroups: UserOperation {
    static let declaration = FriendGroupOperations.list

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let names = try request(FriendGroupOperations.wanted)
        let next = try request(FriendGroupOperations.next)
        let bytes = request.context.pageBytes
        return .read { transaction, json throws(CommandError) in
            let page = try stored(
                RelationQueries.groups(
                    of: caller.account, named: names, after: next, bytes: bytes, in: transaction))
            json.friendGroups(page.items)
            json.field("next", page.isLast ? 0 : next + page.items.count)
            json.field("isFinished", page.isLast)
            json.field("version", page.version)
        }
    }
}
