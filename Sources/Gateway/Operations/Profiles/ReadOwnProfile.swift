import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `profile.getSelf`.
enum ReadOwnProfile: UserOperation {
    static let declaration = ProfileOperations.getSelf

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
