import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.userProfile.get`.
enum ReadWholeUserProfiles: AdminOperation {
    static let declaration = HostedOperations.getWhole

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let users = try request(HostedOperations.users)
        return .read { transaction, json throws(CommandError) in
            let profiles = try stored(HostedProfileQueries.whole(of: users, in: transaction))
            json.array("profiles") { json in
                for profile in profiles { json.object { $0.hosted(profile) } }
            }
        }
    }
}
