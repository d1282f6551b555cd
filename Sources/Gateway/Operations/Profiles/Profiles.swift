import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// Profiles.
enum ProfileHandlers {
    static func readOwnProfile(_ call: Call, _ session: Session) throws(Refusal) {
        let user = session.record.user.text
        call.read(for: session) { transaction in
            guard let profile = try ProfileView.find(user, in: transaction) else {
                throw Refusal(.noAccount)
            }
            return { json in json.object("profile") { $0.profile(profile) } }
        }
    }

    static func readProfiles(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(ProfileOperations.users)
        let bytes = call.pageBytes
        call.read(for: session) { transaction in
            let (profiles, count) = try ProfileView.some(of: users, bytes: bytes, in: transaction)
            if profiles.isEmpty { throw Refusal(.noAccount, keys: ["userIDs"]) }
            return { json in
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.profile(profile) } }
                }
                json.strings("left", Array(users[count...]))
            }
        }
    }

    static func modifyProfile(_ call: Call, _ session: Session) throws(Refusal) {
        let change = try call(ProfileOperations.values)
        for (key, text) in [("nickname", change.nickname), ("faceUrl", change.faceURL)]
        where call.context.auditedWords.isIn(text) {
            throw Refusal(.auditedProfile, keys: [key])
        }
        let account = session.account
        call.change(by: session) { chat in
            try chat.profiles.modifyProfile(change, of: account)
            return { _ in }
        }
    }
}
