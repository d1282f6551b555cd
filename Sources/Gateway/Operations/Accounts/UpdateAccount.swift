import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.account.update`.
enum UpdateAccount {
    static let entry: (Operation, Handler) = (AccountOperations.update, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.knownForm(of: call(AccountOperations.user))
        let change = ProfileChange(
            nickname: try call(AccountOperations.nickname), faceURL: try call(AccountOperations.faceURL))
        call.change(by: session) { chat throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: user)
            return { _ in }
        }
    }
}
