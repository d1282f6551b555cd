import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `profile.get`.
enum ReadProfiles: UserOperation {
    static let declaration = ProfileOperations.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(ProfileOperations.users)
        let bytes = request.context.pageBytes
        return .read { transaction, json throws(CommandError) in
            let (profiles, count) = try stored(ProfileView.some(of: users, bytes: bytes, in: transaction))
            if profiles.isEmpty { throw .refused(.noAccount, keys: ["userIDs"]) }
            json.array("profiles") { json in
                for profile in profiles { json.object { $0.profile(profile) } }
            }
            json.strings("left", Array(users[count...]))
        }
    }
}
