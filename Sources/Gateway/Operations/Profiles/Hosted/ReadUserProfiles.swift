import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `userProfile.get`.
enum ReadUserProfiles {
    static let entry: (Operation, Handler) = (HostedOperations.get, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let users = try call(HostedOperations.users)
        let standard = call.context.configuration.standardVisibility
        call.read(for: session) { [account = session.account] transaction throws(CommandError) in
            let profiles = try stored(
                HostedProfileQueries.some(of: users, for: account, standard: standard, in: transaction))
            return { json in
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.hosted(profile) } }
                }
            }
        }
    }
}
