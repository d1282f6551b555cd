import Chat
import ClientProtocol
import Domain
import JSON

/// `userProfile.setVisibility`.
enum SetVisibility: UserOperation {
    static let declaration = Operation.hostedProfile(
        "userProfile.setVisibility", "Sets who may see the caller's hosted profile.", [visibility.description],
        errors: [.badVisibility])

    private static let visibility = Parameter<HostedVisibility>(
        "visibility", type: .numbers([0, 1, 2, 3]),
        "0: the application's default; 1: only name and portrait are seen; 2: everybody sees all; 3: friends see all."
    ) { value throws(Mismatch) in
        guard let visibility = value.int64.flatMap(HostedVisibility.init) else {
            throw Mismatch("must be 0, 1, 2 or 3", .badVisibility)
        }
        return visibility
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let visibility = try request(Self.visibility)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setVisibility(visibility, of: caller.account)
        }
    }
}
