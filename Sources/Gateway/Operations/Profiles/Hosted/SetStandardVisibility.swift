import Chat
import ClientProtocol
import ServerAPI

/// `admin.userProfile.setVisibility`.
enum SetStandardVisibility {
    static let entry: (Operation, Handler) = (HostedOperations.setStandardVisibility, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        _ = try call.hosting()
        let visibility = try call(HostedOperations.standardVisibility)
        call.change(by: session) { chat throws(CommandError) in
            try chat.profiles.setStandardVisibility(visibility)
            return { _ in }
        }
    }
}
