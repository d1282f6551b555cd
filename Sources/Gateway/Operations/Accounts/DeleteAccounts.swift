import Chat
import ClientProtocol
import ServerAPI

/// `admin.account.delete`.
enum DeleteAccounts {
    static let entry: (Operation, Handler) = (AccountOperations.delete, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        call.changeEach(of: users, by: session) { chat, user throws(CommandError) in
            try chat.accountDeletion.delete(user)
        }
    }
}
