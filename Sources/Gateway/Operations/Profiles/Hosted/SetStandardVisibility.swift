import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.userProfile.setVisibility`.
enum SetStandardVisibility: AdminOperation {
    static let declaration = Operation.hostedProfile(
        "admin.userProfile.setVisibility", "Sets who may see the profiles of users who have not set it themselves.",
        [standardVisibility.description], errors: [.badVisibility], role: .admin)

    private static let standardVisibility = Parameter<HostedVisibility>(
        "visibility", type: .numbers([1, 2, 3]),
        "1: only name and portrait are seen; 2: everybody sees all; 3: friends see all."
    ) { value throws(Mismatch) in
        guard let visibility = value.int64.flatMap(HostedVisibility.init), visibility != .notSet else {
            throw Mismatch("must be 1, 2 or 3", .badVisibility)
        }
        return visibility
    }

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let visibility = try request(standardVisibility)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setStandardVisibility(visibility)
        }
    }
}
