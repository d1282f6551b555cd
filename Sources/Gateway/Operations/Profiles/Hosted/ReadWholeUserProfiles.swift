import Chat
import ClientProtocol
import JSON

/// `admin.userProfile.get`.
enum ReadWholeUserProfiles: AdminOperation {
    static let declaration = Operation.hostedProfile(
        "admin.userProfile.get", "Reads whole hosted profiles, whatever their visibility.",
        [HostedProfileParameters.users.description],
        result: [
            Field(
                "profiles", .list(HostedProfileParameters.profile),
                "The profiles of the users who exist, in the order asked for, each once.")
        ], errors: [.badUserList, .tooManyProfiles], role: .admin)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let users = try request(HostedProfileParameters.users)
        return .read { transaction, json throws(CommandError) in
            let profiles = try stored(HostedProfileQueries.whole(of: users, in: transaction))
            json.array("profiles") { json in
                for profile in profiles { json.object { $0.hosted(profile) } }
            }
        }
    }
}
