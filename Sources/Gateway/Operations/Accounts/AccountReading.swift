import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Settings

/// Accounts as administrators see them, and an end to their tokens.
extension OperationTable {
    @OperationList static var accountReading: [OperationDefinition] {
        Operation(
            "admin.account.get", "Reads accounts. Unknown users are left out.", roles: .admin,
            parameters: [AccountParameters.users],
            result: [AccountParameters.found], errors: [.unavailable]
        ).admin { request, _ throws(Refusal) in
            let users = try request(AccountParameters.users)
            let present = request.context.present
            return .ask { chat, json throws(CommandError) in
                let accounts = try users.compactMap(UserID.init).map(chat.accountAdministration.accountView).compactMap(
                    \.self)
                json.accounts(accounts, present)
            }
        }

        let cursor = Parameter.integer(
            "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the start.")
        let limit = Parameter.integer("limit", in: 1...1_000, standard: 100, "At most this many accounts.")
        Operation(
            "admin.account.list", "Lists all accounts in the order in which they were made, a page at a time.",
            roles: .admin, parameters: [cursor, limit],
            result: [AccountParameters.found, Field("cursor", .integer, "Send it for the next page; 0 at the end.")],
            errors: [.unavailable]
        ).admin { request, _ throws(Refusal) in
            let after = AccountNumber(Int64(try request(cursor)))
            let count = try request(limit)
            let present = request.context.present
            return .read { transaction, json throws(CommandError) in
                let page = try stored(AccountQueries.page(after: after, count: count, in: transaction))
                json.accounts(page.accounts, present)
                json.field("cursor", page.next)
            }
        }

        let issuedBefore = Parameter<Seconds>(
            "issuedBefore", type: .called("seconds since 1970", .integer(1...9_007_199_254_740_991)),
            "Tokens with an `iat` of this second or an earlier one are revoked; left out: up to now."
        ) { value throws(Mismatch) in
            guard let second = value.int64, second > 0 else { throw Mismatch("must be a time in seconds since 1970") }
            return Seconds(second)
        }.optional
        Operation(
            "admin.token.revoke",
            "Revokes a user's tokens and ends the sessions that use them. A token without `iat` is revoked, too.",
            roles: .admin, parameters: [AccountParameters.user, issuedBefore],
            result: [
                Field("issuedBefore", .seconds, "Up to which second tokens are revoked now; never earlier than before.")
            ], errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(AccountParameters.user))
            let second = try request(issuedBefore)
            let configuration = request.context.configuration
            let latest = configuration.now.time.seconds + Seconds(configuration.auth.leewaySeconds)
            if let second, second > latest {
                throw Refusal(.badRequest, "issuedBefore is in the future", keys: ["issuedBefore"])
            }
            return .change { chat, json throws(CommandError) in
                guard let revoked = try chat.accountAdministration.revokeTokens(of: user, upTo: second) else {
                    throw .refused(.noAccount, keys: ["userID"])
                }
                json.field("issuedBefore", revoked.rawValue)
            }
        }
    }
}

extension JSONWriter {
    mutating func accounts(_ accounts: [AccountView], _ present: PresentSessions) {
        array("accounts") { json in
            for account in accounts {
                json.object { json in
                    json.field("userID", account.id.text)
                    json.field("nickname", account.nickname)
                    json.field("faceUrl", account.faceURL)
                    json.field("disabled", account.isDisabled)
                    json.field("createdAt", account.createdAt)
                    json.field("online", present.isOnline(account.id))
                }
            }
        }
    }
}
