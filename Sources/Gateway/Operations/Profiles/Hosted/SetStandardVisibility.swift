import Chat
import ClientProtocol
import ServerAPI

/// `admin.userProfile.setVisibility`.
enum SetStandardVisibility: AdminOperation {
    static let declaration = HostedOperations.setStandardVisibility

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let visibility = try request(HostedOperations.standardVisibility)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setStandardVisibility(visibility)
        }
    }
}
