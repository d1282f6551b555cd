import Chat
import ClientProtocol
import ServerAPI

/// `userProfile.setVisibility`.
enum SetVisibility {
    static let entry: (Operation, Handler) = (HostedOperations.setVisibility, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let visibility = try call(HostedOperations.visibility)
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            try chat.profiles.setVisibility(visibility, of: account)
            return { _ in }
        }
    }
}
