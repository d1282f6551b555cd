import Chat
import ClientProtocol
import Domain

/// `profile.modifySelf`.
enum ModifyProfile: UserOperation {
    static let declaration = Operation.profile(
        "profile.modifySelf", "Changes fields of the caller's profile: all of them or none.",
        [ProfileParameters.values.description],
        errors: [.auditedProfile, .unknownProfileKey, .tooManyBytes, .badValue, .badProfileType]
    ).hooked(.replaces(except: []))

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let change = try request(ProfileParameters.values)
        for (key, text) in [("nickname", change.nickname), ("faceUrl", change.faceURL)]
        where request.context.auditedWords.isIn(text) {
            throw Refusal(.auditedProfile, keys: [key])
        }
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: caller.account)
        }
    }
}
