import Chat
import ClientProtocol
import ServerAPI

/// AdminRelationOperations.importFriends.
enum ImportFriends {
    static let entry: (Operation, Handler) = (AdminRelationOperations.importFriends, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let entries = try call(AdminRelationOperations.friendEntries).map { friend in
            ImportedFriend(
                user: friend.user, since: friend.addedAt.map(Int64.init), remark: friend.remark, groups: friend.groups,
                wording: friend.wording, source: friend.source, custom: friend.custom)
        }
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.friendImports.importFriends(entries, of: user)
            return { $0.results(results) }
        }
    }
}
