import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.userProfile.setUniqueId`.
enum SetUniqueID: AdminOperation {
    static let declaration = Operation.hostedProfile(
        "admin.userProfile.setUniqueId", "Gives a user a unique id that nobody else has.",
        [userID.description, newUniqueID.description], errors: [.badUniqueID, .noHostedUser], role: .admin)

    private static let userID = Parameter.user("userId", "The user.")
    private static let newUniqueID = Parameter<String>(
        "uniqueId", type: .letters(0...32), "The unique id; empty: removes it."
    ) { value throws(Mismatch) in
        guard let text = value.string, text.isEmpty || HostedProfileParameters.isUniqueID(text) else {
            throw Mismatch("must be 1 to 32 letters and digits, or empty", .badUniqueID)
        }
        return text
    }

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let uniqueID = try request(newUniqueID)
        let user = UserID(naming: try request(userID))
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setUniqueID(uniqueID, of: user)
        }
    }
}
