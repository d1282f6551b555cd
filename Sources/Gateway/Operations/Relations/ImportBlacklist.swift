import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.blacklist.import`.
enum ImportBlacklist: AdminOperation {
    static let declaration = Operation.relation(
        "admin.blacklist.import",
        "Writes users into a user's blacklist, or corrects the times of users that are in it.",
        roles: .admin,
        [
            AdminRelationParameters.user.description, blockedEntries.description,
            BlacklistParameters.keepsFriends.description,
        ],
        result: [RelationParameters.results("0, 30003 or 30013")], errors: [.unknownUser])

    private struct BlockedEntry: Sendable {
        let user: String
        /// Seconds since 1970.
        let addedAt: Int?
    }

    private static let blockedEntries = AdminRelationParameters.entries(
        "users", [AdminRelationParameters.addTime.description],
        "Users, written as in `blacklist.list`. Without `addTime`: from now on."
    ) { user, entry throws(Refusal) in
        BlockedEntry(user: user, addedAt: try AdminRelationParameters.addTime.read(entry, else: .friendParameters))
    }

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationParameters.user)
        let entries = try request(blockedEntries).map {
            ($0.user, $0.addedAt.map { Seconds($0) })
        }
        let keepsFriends = try request(BlacklistParameters.keepsFriends)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.importBlacklist(entries, keepsFriends: keepsFriends, of: user)
            json.results(results)
        }
    }
}
