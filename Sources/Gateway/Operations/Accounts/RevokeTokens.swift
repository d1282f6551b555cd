import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import ServerAPI
import Settings

/// `admin.token.revoke`.
enum RevokeTokens {
    static let entry: (Operation, Handler) = (AccountOperations.revokeTokens, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.knownForm(of: request(AccountOperations.user))
        let second = try request(AccountOperations.issuedBefore)
        let leeway = Seconds(request.context.configuration.auth.leewaySeconds)
        if let second, second > Milliseconds(Clock.wall).seconds + leeway {
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
