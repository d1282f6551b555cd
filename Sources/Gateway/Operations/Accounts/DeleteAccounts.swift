import Chat
import ClientProtocol
import ServerAPI

/// `admin.account.delete`.
enum DeleteAccounts: AdminOperation {
    static let declaration = AccountOperations.delete

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountOperations.users)
        return .changeEach(of: users) { chat, user throws(CommandError) in try chat.accountDeletion.delete(user) }
    }
}
