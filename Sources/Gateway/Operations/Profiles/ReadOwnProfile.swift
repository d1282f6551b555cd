import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `profile.getSelf`.
enum ReadOwnProfile {
    static let entry: (Operation, Handler) = (ProfileOperations.getSelf, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let user = session.record.user.text
        call.read(for: session) { transaction throws(CommandError) in
            guard let profile = try stored(ProfileView.find(user, in: transaction)) else {
                throw .refused(.noAccount)
            }
            return { json in json.object("profile") { $0.profile(profile) } }
        }
    }
}
