import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `userProfile.getVisibility`.
enum ReadVisibility {
    static let entry: (Operation, Handler) = (HostedOperations.getVisibility, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        call.read(for: session) { [account = session.account] transaction throws(CommandError) in
            let visibility = try stored(HostedProfileQueries.visibility(of: account, in: transaction))
            return { $0.field("visibility", visibility.rawValue) }
        }
    }
}
