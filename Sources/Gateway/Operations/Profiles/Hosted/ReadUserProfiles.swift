import Chat
import ClientProtocol
import JSON

/// `userProfile.get`.
enum ReadUserProfiles: UserOperation {
    static let declaration = Operation.hostedProfile(
        "userProfile.get", "Reads hosted profiles, as far as the caller may see them.",
        [HostedProfileParameters.users.description],
        result: [
            Field(
                "profiles", .list(HostedProfileParameters.profile),
                "The profiles of the users who exist, in the order asked for, each once.")
        ], errors: [.badUserList, .tooManyProfiles])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let users = try request(HostedProfileParameters.users)
        let standard = request.context.configuration.standardVisibility
        return .read { transaction, json throws(CommandError) in
            let profiles = try stored(
                HostedProfileQueries.some(
                    of: users, for: caller.account, standard: standard, in: transaction))
            json.array("profiles") { json in
                for profile in profiles { json.object { $0.hosted(profile) } }
            }
        }
    }
}
