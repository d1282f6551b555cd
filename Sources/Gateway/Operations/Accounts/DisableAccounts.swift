import Chat
import ClientProtocol
import ServerAPI

/// `admin.account.disable`.
enum DisableAccounts {
    static let entry: (Operation, Handler) = (AccountOperations.disable, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        let isDisabled = try call(AccountOperations.disabled)
        call.changeEach(of: users, by: session) { chat, user throws(CommandError) in
            try chat.accountAdministration.disable(user, isDisabled)
        }
    }
}
