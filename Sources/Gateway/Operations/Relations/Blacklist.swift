import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `blacklist.…`: a user hears nothing of others.
extension OperationTable {
    @OperationList static var blacklist: [OperationDefinition] {
        let keepsFriends = Parameter.flag(
            "keepFriends", standard: false, "True: friendships with these users stay, on both sides.")
        Operation.relation(
            "blacklist.add",
            "Blocks users: their messages are refused; friendships and requests between them and the caller end.",
            [RelationParameters.users, keepsFriends],
            result: [RelationParameters.results("0, 31307, 30013 or 30003")]
        ).user { request, caller throws(Refusal) in
            let users = try request(RelationParameters.users)
            let keepsFriends = try request(keepsFriends)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.block(users, keepsFriends: keepsFriends, of: caller.account)
                json.results(results)
            }
        }

        Operation.relation(
            "blacklist.delete", "Unblocks users. Friendships and requests that have ended do not come back.",
            [RelationParameters.users],
            result: [RelationParameters.results("0, 31503 or 30003")]
        ).user { request, caller throws(Refusal) in
            let users = try request(RelationParameters.users)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.unblock(users, of: caller.account)
                json.results(results)
            }
        }

        Operation.relation(
            "blacklist.list", "Lists the blocked users, newest first.", [],
            result: [
                Field(
                    "users", .list(.object([Field("userID", .string), Field("addTime", .integer)])),
                    "`addTime` in seconds."),
                RelationParameters.version,
            ]
        ).user { _, caller throws(Refusal) in
            .read { transaction, json throws(CommandError) in
                let page = try stored(RelationQueries.blacklist(of: caller.account, in: transaction))
                json.array("users") { json in
                    for user in page.items {
                        json.object { json in
                            json.field("userID", user.user)
                            json.field("addTime", user.addedAt)
                        }
                    }
                }
                json.field("version", page.version)
            }
        }

        Operation.relation(
            "blacklist.check", "Tells whether users are in the caller's blacklist.",
            [RelationParameters.users],
            result: [
                RelationParameters.results(
                    "0 or 30003", with: [Field("blocked", .boolean, "Whether the caller has blocked the user.")])
            ]
        ).user { request, caller throws(Refusal) in
            let users = try request(RelationParameters.users)
            return .read { transaction, json throws(CommandError) in
                let checks = try stored(
                    RelationQueries.blocks(of: users, for: caller.user, caller.account, in: transaction))
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

        let blockedEntries = AdminRelationParameters.entries(
            "users", [AdminRelationParameters.addTime],
            "Users, written as in `blacklist.list`. Without `addTime`: from now on."
        ) { user, entry throws(Refusal) in
            BlockedEntry(user: user, addedAt: try AdminRelationParameters.addTime.read(entry, else: .friendParameters))
        }
        Operation.relation(
            "admin.blacklist.import",
            "Writes users into a user's blacklist, or corrects the times of users that are in it.",
            roles: .admin,
            [AdminRelationParameters.user, blockedEntries, keepsFriends],
            result: [RelationParameters.results("0, 30003 or 30013")], errors: [.unknownUser]
        ).admin { request, _ throws(Refusal) in
            let user = try request(AdminRelationParameters.user)
            let entries = try request(blockedEntries).map { ($0.user, $0.addedAt.map { Seconds($0) }) }
            let keepsFriends = try request(keepsFriends)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.importBlacklist(entries, keepsFriends: keepsFriends, of: user)
                json.results(results)
            }
        }
    }
}

private struct BlockedEntry: Sendable {
    let user: String
    /// Seconds since 1970.
    let addedAt: Int?
}
