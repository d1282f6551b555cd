import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `userProfile.search`.
enum SearchUserProfile: UserOperation {
    static let declaration = HostedOperations.search

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let uniqueID = try request(HostedOperations.uniqueID)
        let standard = request.context.configuration.standardVisibility
        return .read { transaction, json throws(CommandError) in
            let profile = try HostedProfileQueries.find(
                uniqueID: uniqueID, for: caller.account, standard: standard, in: transaction)
            json.object("profile") { $0.hosted(profile) }
        }
    }
}
