import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `userProfile.getMine`.
enum ReadOwnUserProfile: UserOperation {
    static let declaration = Operation.hostedProfile(
        "userProfile.getMine", "Reads the caller's hosted profile.", [],
        result: [Field("profile", HostedProfileParameters.profile, "The whole profile.")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let standard = request.context.configuration.standardVisibility
        return .read { transaction, json throws(CommandError) in
            let found = try stored(
                HostedProfileQueries.some(
                    of: [caller.user.text], for: caller.account, standard: standard, in: transaction))
            guard let profile = found.first else { throw .refused(.forbidden) }
            json.object("profile") { $0.hosted(profile) }
        }
    }
}
