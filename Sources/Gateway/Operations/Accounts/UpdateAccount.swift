import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.account.update`.
enum UpdateAccount: AdminOperation {
    static let declaration = AccountOperations.update

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.knownForm(of: request(AccountOperations.user))
        let change = ProfileChange(
            nickname: try request(AccountOperations.nickname), faceURL: try request(AccountOperations.faceURL))
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: user)
        }
    }
}
