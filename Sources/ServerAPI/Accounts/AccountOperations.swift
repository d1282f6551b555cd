import ClientProtocol
import Domain
import JSON

/// `admin.account.…`: who may have a session and be written to.
package enum AccountOperations {
    package static let all = [create, update, disable, barAdding, delete, get, list, revokeTokens]

    // MARK: - admin.account.create

    /// An account to make; or what is wrong with it.
    package struct NewAccount: Sendable {
        package let userID: String
        package let nickname: String?
        package let faceURL: String?
    }

    package static let accounts = Parameter<[NewAccount]>(
        "accounts",
        type: .list(
            .object([
                Field("userID", .string), Field(optional: "nickname", .string), Field(optional: "faceUrl", .string),
            ]), 1...100),
        "The accounts. `nickname` and `faceUrl` may be left out."
    ) { value throws(Mismatch) in
        guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)") }
        guard (1...100).contains(elements.count) else {
            throw Mismatch("must have 1 to 100 elements, not \(elements.count)")
        }
        var accounts: [NewAccount] = []
        for element in elements {
            guard let userID = element["userID"]?.string else {
                throw Mismatch("must be a list of objects with a string userID")
            }
            accounts.append(
                NewAccount(
                    userID: userID, nickname: try text(element, "nickname"), faceURL: try text(element, "faceUrl")))
        }
        return accounts
    }

    private static func text(_ element: JSONValue, _ name: StaticString) throws(Mismatch) -> String? {
        guard let value = element[name], !value.isNull else { return nil }
        guard let text = value.string else { throw Mismatch("has a \(name) that is not a string") }
        return text
    }

    package static let create = Operation(
        "admin.account.create", "Creates accounts. An account that exists already does not change.", roles: .admin,
        parameters: [accounts.description],
        result: [
            Shared.results(with: [
                Field(optional: "created", .boolean, "False if the account existed already."),
                Field(optional: "info", .string, "Only with 7003: which rule the id breaks."),
            ])
        ],
        errors: [.badIdentifier, .badValue, .tooManyBytes, .unavailable])

    // MARK: - admin.account.update

    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    package static let nickname = Parameter<String>(
        "nickname", type: .characters(0...32).namedOrEmpty, "The name that others see, up to 32 characters."
    ) { value throws(Mismatch) in try value.shownText(.nickname, "nickname", else: nil) }.optional
    package static let faceURL = Parameter<String>(
        "faceUrl", type: .characters(0...128), "The avatar, up to 128 characters."
    ) { value throws(Mismatch) in try value.shownText(.faceURL, "faceUrl", else: nil) }.optional

    package static let update = Operation(
        "admin.account.update",
        "Changes a user's name or avatar. Users who have a conversation with the user are told.",
        roles: .admin, parameters: [user.description, nickname.description, faceURL.description],
        errors: [.noAccount, .badValue, .tooManyBytes, .unavailable])

    // MARK: - The others

    package static let users = Parameter.strings("userIDs", count: 1...100, "The users.")
    package static let disabled = Parameter.flag(
        "disabled", standard: true,
        "False: the users may open sessions again.")

    package static let disable = Operation(
        "admin.account.disable", "Ends the users' sessions and refuses new ones. Others can still write to them.",
        roles: .admin, parameters: [users.description, disabled.description], result: [Shared.results],
        errors: [.noAccount, .unavailable])

    package static let barred = Parameter.flag("barred", standard: true, "False: the users may add friends again.")

    package static let barAdding = Operation(
        "admin.account.barAdding", "Forbids users to add friends.", roles: .admin,
        parameters: [users.description, barred.description], result: [Shared.results],
        errors: [.noAccount, .unavailable])

    package static let delete = Operation(
        "admin.account.delete",
        "Ends the users' sessions and deletes their data. The messages that they sent stay with the receivers.",
        roles: .admin, parameters: [users.description], result: [Shared.results], errors: [.noAccount, .unavailable])

    package static let get = Operation(
        "admin.account.get", "Reads accounts. Unknown users are left out.", roles: .admin,
        parameters: [users.description],
        result: [found], errors: [.unavailable])

    private static let found = Field(
        "accounts",
        .list(
            .object([
                Field("userID", .string), Field("nickname", .string), Field("faceUrl", .string),
                Field("disabled", .boolean), Field("createdAt", .integer), Field("online", .boolean),
            ])),
        "`createdAt` is in milliseconds since 1970; `online`: the user has a session.")

    // MARK: - admin.account.list

    package static let cursor = Parameter.integer(
        "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the start.")
    package static let limit = Parameter.integer("limit", in: 1...1_000, standard: 100, "At most this many accounts.")

    package static let list = Operation(
        "admin.account.list", "Lists all accounts in the order in which they were made, a page at a time.",
        roles: .admin, parameters: [cursor.description, limit.description],
        result: [found, Field("cursor", .integer, "Send it for the next page; 0 at the end.")],
        errors: [.unavailable])

    // MARK: - admin.token.revoke

    package static let issuedBefore = Parameter<Seconds>(
        "issuedBefore", type: .called("seconds since 1970", .integer(1...9_007_199_254_740_991)),
        "Tokens with an `iat` of this second or an earlier one are revoked; left out: up to now."
    ) { value throws(Mismatch) in
        guard let second = value.int64, second > 0 else { throw Mismatch("must be a time in seconds since 1970") }
        return Seconds(second)
    }.optional

    package static let revokeTokens = Operation(
        "admin.token.revoke",
        "Revokes a user's tokens and ends the sessions that use them. A token without `iat` is revoked, too.",
        roles: .admin, parameters: [user.description, issuedBefore.description],
        result: [
            Field(
                "issuedBefore", .seconds,
                "Up to which second tokens are revoked now; never earlier than before.")
        ], errors: [.noAccount, .unavailable])
}
