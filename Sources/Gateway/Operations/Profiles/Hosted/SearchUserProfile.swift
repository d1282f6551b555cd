import Chat
import ClientProtocol
import JSON

/// `userProfile.search`.
enum SearchUserProfile: UserOperation {
    static let declaration = Operation.hostedProfile(
        "userProfile.search", "Finds the user with a unique id.", [uniqueID.description],
        result: [Field("profile", HostedProfileParameters.profile, "The profile, as far as the caller may see it.")],
        errors: [.badUniqueID, .noHostedUser])

    private static let uniqueID = Parameter<String>(
        "uniqueId", type: .letters(1...32), "The unique id."
    ) { value throws(Mismatch) in
        guard let text = value.string, HostedProfileParameters.isUniqueID(text) else {
            throw Mismatch("must be 1 to 32 letters and digits", .badUniqueID)
        }
        return text
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let uniqueID = try request(Self.uniqueID)
        let standard = request.context.configuration.standardVisibility
        return .read { transaction, json throws(CommandError) in
            let profile = try HostedProfileQueries.find(
                uniqueID: uniqueID, for: caller.account, standard: standard, in: transaction)
            json.object("profile") { $0.hosted(profile) }
        }
    }
}
