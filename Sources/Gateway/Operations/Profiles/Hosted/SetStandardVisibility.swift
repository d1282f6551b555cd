import Chat
import ClientProtocol
import ServerAPI

/// `admin.userProfile.setVisibility`.
enum SetStandardVisibility {
    static let entry: (Operation, Handler) = (HostedOperations.setStandardVisibility, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let visibility = try request(HostedOperations.standardVisibility)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setStandardVisibility(visibility)
        }
    }
}
