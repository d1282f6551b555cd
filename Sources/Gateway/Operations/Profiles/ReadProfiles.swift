import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `profile.get`.
enum ReadProfiles {
    static let entry: (Operation, Handler) = (ProfileOperations.get, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(ProfileOperations.users)
        let bytes = request.context.pageBytes
        return .read { transaction, json in
            let (profiles, count) = try ProfileView.some(of: users, bytes: bytes, in: transaction)
            if profiles.isEmpty { throw Refusal(.noAccount, keys: ["userIDs"]) }
            json.array("profiles") { json in
                for profile in profiles { json.object { $0.profile(profile) } }
            }
            json.strings("left", Array(users[count...]))
        }
    }
}
