import Chat
import ClientProtocol

/// `admin.account.delete`.
enum DeleteAccounts: AdminOperation {
    static let declaration = Operation(
        "admin.account.delete",
        "Ends the users' sessions and deletes their data. The messages that they sent stay with the receivers.",
        roles: .admin, parameters: [AccountParameters.users.description], result: [SharedParameters.results],
        errors: [.noAccount, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountParameters.users)
        return .changeEach(of: users) { chat, user throws(CommandError) in try chat.accountDeletion.delete(user) }
    }
}
