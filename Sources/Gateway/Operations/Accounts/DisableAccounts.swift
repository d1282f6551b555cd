import Chat
import ClientProtocol

/// `admin.account.disable`.
enum DisableAccounts: AdminOperation {
    static let declaration = Operation(
        "admin.account.disable", "Ends the users' sessions and refuses new ones. Others can still write to them.",
        roles: .admin, parameters: [AccountParameters.users.description, disabled.description],
        result: [SharedParameters.results],
        errors: [.noAccount, .unavailable])

    private static let disabled = Parameter.flag(
        "disabled", standard: true,
        "False: the users may open sessions again.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountParameters.users)
        let isDisabled = try request(disabled)
        return .changeEach(of: users) { chat, user throws(CommandError) in
            try chat.accountAdministration.disable(user, isDisabled)
        }
    }
}
