import Chat
import ClientProtocol
import ServerAPI

/// AdminRelationOperations.importBlacklist.
enum ImportBlacklist {
    static let entry: (Operation, Handler) = (AdminRelationOperations.importBlacklist, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let entries = try call(AdminRelationOperations.blockedEntries).map { ($0.user, $0.addedAt.map(Int64.init)) }
        let keepsFriends = try call(BlacklistOperations.keepsFriends)
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.blacklist.importBlacklist(entries, keepsFriends: keepsFriends, of: user)
            return { $0.results(results) }
        }
    }
}
