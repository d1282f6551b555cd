import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `userProfile.get`.
enum ReadUserProfiles: UserOperation {
    static let declaration = HostedOperations.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let users = try request(HostedOperations.users)
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
