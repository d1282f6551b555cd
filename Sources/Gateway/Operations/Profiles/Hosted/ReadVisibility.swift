import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `userProfile.getVisibility`.
enum ReadVisibility: UserOperation {
    static let declaration = HostedOperations.getVisibility

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        return .read { transaction, json throws(CommandError) in
            let visibility = try stored(HostedProfileQueries.visibility(of: caller.account, in: transaction))
            json.field("visibility", visibility.rawValue)
        }
    }
}
