import Chat
import ClientProtocol
import ServerAPI

/// `userProfile.setVisibility`.
enum SetVisibility {
    static let entry: (Operation, Handler) = (HostedOperations.setVisibility, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let visibility = try request(HostedOperations.visibility)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setVisibility(visibility, of: caller.account)
        }
    }
}
