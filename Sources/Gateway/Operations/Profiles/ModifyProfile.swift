import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `profile.modifySelf`.
enum ModifyProfile: UserOperation {
    static let declaration = ProfileOperations.modify

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let change = try request(ProfileOperations.values)
        for (key, text) in [("nickname", change.nickname), ("faceUrl", change.faceURL)]
        where request.context.auditedWords.isIn(text) {
            throw Refusal(.auditedProfile, keys: [key])
        }
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: caller.account)
        }
    }
}
