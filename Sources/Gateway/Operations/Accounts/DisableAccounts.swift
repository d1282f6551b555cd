import Chat
import ClientProtocol
import ServerAPI

/// `admin.account.disable`.
enum DisableAccounts: AdminOperation {
    static let declaration = AccountOperations.disable

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountOperations.users)
        let isDisabled = try request(AccountOperations.disabled)
        return .changeEach(of: users) { chat, user throws(CommandError) in
            try chat.accountAdministration.disable(user, isDisabled)
        }
    }
}
