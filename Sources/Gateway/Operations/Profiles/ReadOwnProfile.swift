import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `profile.getSelf`.
enum ReadOwnProfile: UserOperation {
    static let declaration = Operation.profile(
        "profile.getSelf", "Reads the caller's profile.", [],
        result: [Field("profile", ProfileParameters.profile, "See [relations.md](relations.md#profiles).")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = caller.user.text
        return .read { transaction, json throws(CommandError) in
            guard let profile = try stored(ProfileView.find(user, in: transaction)) else {
                throw .refused(.noAccount)
            }
            json.object("profile") { $0.profile(profile) }
        }
    }
}
