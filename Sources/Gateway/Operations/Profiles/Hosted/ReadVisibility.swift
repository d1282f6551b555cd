import Chat
import ClientProtocol
import Domain
import JSON

/// `userProfile.getVisibility`.
enum ReadVisibility: UserOperation {
    static let declaration = Operation.hostedProfile(
        "userProfile.getVisibility", "Tells who may see the caller's hosted profile.", [],
        result: [Field("visibility", .numbers([0, 1, 2, 3]), "The value that was set; 0 at first.")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        return .read { transaction, json throws(CommandError) in
            let visibility = try stored(HostedProfileQueries.visibility(of: caller.account, in: transaction))
            json.field("visibility", visibility.rawValue)
        }
    }
}
