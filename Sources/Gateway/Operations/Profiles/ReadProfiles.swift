import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `profile.get`.
enum ReadProfiles {
    static let entry: (Operation, Handler) = (ProfileOperations.get, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(ProfileOperations.users)
        let bytes = call.pageBytes
        call.read(for: session) { transaction throws(CommandError) in
            let (profiles, count) = try stored(ProfileView.some(of: users, bytes: bytes, in: transaction))
            if profiles.isEmpty { throw .refused(.noAccount, keys: ["userIDs"]) }
            return { json in
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.profile(profile) } }
                }
                json.strings("left", Array(users[count...]))
            }
        }
    }
}
