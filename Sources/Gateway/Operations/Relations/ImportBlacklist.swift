import Chat
import ClientProtocol
import Domain
import ServerAPI

/// AdminRelationOperations.importBlacklist.
enum ImportBlacklist: AdminOperation {
    static let declaration = AdminRelationOperations.importBlacklist

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationOperations.user)
        let entries = try request(AdminRelationOperations.blockedEntries).map {
            ($0.user, $0.addedAt.map { Seconds($0) })
        }
        let keepsFriends = try request(BlacklistOperations.keepsFriends)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.importBlacklist(entries, keepsFriends: keepsFriends, of: user)
            json.results(results)
        }
    }
}
