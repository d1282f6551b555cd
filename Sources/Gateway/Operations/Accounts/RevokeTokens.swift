import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// `admin.token.revoke`.
enum RevokeTokens: AdminOperation {
    static let declaration = Operation(
        "admin.token.revoke",
        "Revokes a user's tokens and ends the sessions that use them. A token without `iat` is revoked, too.",
        roles: .admin, parameters: [AccountParameters.user.description, issuedBefore.description],
        result: [
            Field(
                "issuedBefore", .seconds,
                "Up to which second tokens are revoked now; never earlier than before.")
        ], errors: [.noAccount, .unavailable])

    private static let issuedBefore = Parameter<Seconds>(
        "issuedBefore", type: .called("seconds since 1970", .integer(1...9_007_199_254_740_991)),
        "Tokens with an `iat` of this second or an earlier one are revoked; left out: up to now."
    ) { value throws(Mismatch) in
        guard let second = value.int64, second > 0 else { throw Mismatch("must be a time in seconds since 1970") }
        return Seconds(second)
    }.optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
