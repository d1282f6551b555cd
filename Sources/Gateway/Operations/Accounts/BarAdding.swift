import Chat
import ClientProtocol
import ServerAPI

/// `admin.account.barAdding`.
enum BarAdding: AdminOperation {
    static let declaration = AccountOperations.barAdding

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountOperations.users)
        let isBarred = try request(AccountOperations.barred)
        return .changeEach(of: users) { chat, user throws(CommandError) in
            try chat.accountAdministration.barAdding(user, isBarred)
        }
    }
}
