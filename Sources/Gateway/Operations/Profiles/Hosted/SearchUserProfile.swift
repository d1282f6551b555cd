import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `userProfile.search`.
enum SearchUserProfile {
    static let entry: (Operation, Handler) = (HostedOperations.search, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let uniqueID = try call(HostedOperations.uniqueID)
        let standard = call.context.configuration.standardVisibility
        call.read(for: session) { [account = session.account] transaction throws(CommandError) in
            let profile = try HostedProfileQueries.find(
                uniqueID: uniqueID, for: account, standard: standard, in: transaction)
            return { json in json.object("profile") { $0.hosted(profile) } }
        }
    }
}
