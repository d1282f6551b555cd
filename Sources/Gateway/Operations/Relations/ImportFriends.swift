import Chat
import ClientProtocol
import Domain
import ServerAPI

/// AdminRelationOperations.importFriends.
enum ImportFriends: AdminOperation {
    static let declaration = AdminRelationOperations.importFriends

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationOperations.user)
        let entries = try request(AdminRelationOperations.friendEntries).map { friend in
            ImportedFriend(
                user: friend.user, since: friend.addedAt.map { Seconds($0) }, remark: friend.remark,
                groups: friend.groups,
                wording: friend.wording, source: friend.source, custom: friend.custom)
        }
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendImports.importFriends(entries, of: user)
            json.results(results)
        }
    }
}
