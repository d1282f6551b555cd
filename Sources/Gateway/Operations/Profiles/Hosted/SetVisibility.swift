import Chat
import ClientProtocol
import ServerAPI

/// `userProfile.setVisibility`.
enum SetVisibility: UserOperation {
    static let declaration = HostedOperations.setVisibility

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let visibility = try request(HostedOperations.visibility)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setVisibility(visibility, of: caller.account)
        }
    }
}
