import Chat
import ClientProtocol
import JSON

/// `profile.get`.
enum ReadProfiles: UserOperation {
    static let declaration = Operation.profile(
        "profile.get", "Reads the profiles of any users.", [users.description],
        result: [
            Field(
                "profiles", .list(ProfileParameters.profile),
                "The profiles of the users who exist, in the order asked for, each once."),
            Field("left", .strings, "Users whose profiles did not fit into the reply; ask for them again."),
        ], errors: [.noAccount])

    private static let users = Parameter.users("userIDs", count: 1...100, "The users.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(Self.users)
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
