import Chat
import ClientProtocol
import ServerAPI

/// `admin.account.barAdding`.
enum BarAdding {
    static let entry: (Operation, Handler) = (AccountOperations.barAdding, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        let isBarred = try call(AccountOperations.barred)
        call.changeEach(of: users, by: session) { chat, user throws(CommandError) in
            try chat.accountAdministration.barAdding(user, isBarred)
        }
    }
}
