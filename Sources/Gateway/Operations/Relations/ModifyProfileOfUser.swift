import Chat
import ClientProtocol
import Domain

/// `admin.profile.modify`.
enum ModifyProfileOfUser: AdminOperation {
    static let declaration = Operation(
        "admin.profile.modify",
        "Changes fields of a user's profile: all of them or none. Forbidden words are accepted.",
        roles: .admin, parameters: [AdminRelationParameters.user.description, ProfileParameters.values.description],
        errors: [.noAccount, .unknownProfileKey, .tooManyBytes, .badValue, .badProfileType, .unavailable],
        badParameter: .profileParameters)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(AdminRelationParameters.user))
        let change = try request(ProfileParameters.values)
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: user)
        }
    }
}
