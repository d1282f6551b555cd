import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `profile.modifySelf`.
enum ModifyProfile {
    static let entry: (Operation, Handler) = (ProfileOperations.modify, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let change = try call(ProfileOperations.values)
        for (key, text) in [("nickname", change.nickname), ("faceUrl", change.faceURL)]
        where call.context.auditedWords.isIn(text) {
            throw Refusal(.auditedProfile, keys: [key])
        }
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.profiles.modifyProfile(change, of: account)
            return { _ in }
        }
    }
}
