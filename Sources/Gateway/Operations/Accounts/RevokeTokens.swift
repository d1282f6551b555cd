import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI
import Settings

/// `admin.token.revoke`.
enum RevokeTokens: AdminOperation {
    static let declaration = AccountOperations.revokeTokens

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.knownForm(of: request(AccountOperations.user))
        let second = try request(AccountOperations.issuedBefore)
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
