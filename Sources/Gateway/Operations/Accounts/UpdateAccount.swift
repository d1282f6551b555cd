import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.account.update`.
enum UpdateAccount: AdminOperation {
    static let declaration = Operation(
        "admin.account.update",
        "Changes a user's name or avatar. Users who have a conversation with the user are told.",
        roles: .admin, parameters: [AccountParameters.user.description, nickname.description, faceURL.description],
        errors: [.noAccount, .badValue, .tooManyBytes, .unavailable])

    private static let nickname = Parameter<String>(
        "nickname", type: .characters(0...32).namedOrEmpty, "The name that others see, up to 32 characters."
    ) { value throws(Mismatch) in try value.shownText(.nickname, "nickname", else: nil) }.optional
    private static let faceURL = Parameter<String>(
        "faceUrl", type: .characters(0...128), "The avatar, up to 128 characters."
    ) { value throws(Mismatch) in try value.shownText(.faceURL, "faceUrl", else: nil) }.optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(AccountParameters.user))
        let change = ProfileChange(
            nickname: try request(nickname), faceURL: try request(faceURL))
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: user)
        }
    }
}
