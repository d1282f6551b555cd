import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `userProfile.getMine`.
enum ReadOwnUserProfile {
    static let entry: (Operation, Handler) = (HostedOperations.getMine, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let (user, account) = (session.record.user.text, session.account)
        let standard = call.context.configuration.standardVisibility
        call.read(for: session) { transaction throws(CommandError) in
            let found = try stored(
                HostedProfileQueries.some(of: [user], for: account, standard: standard, in: transaction))
            guard let profile = found.first else { throw .refused(.forbidden) }
            return { json in json.object("profile") { $0.hosted(profile) } }
        }
    }
}
