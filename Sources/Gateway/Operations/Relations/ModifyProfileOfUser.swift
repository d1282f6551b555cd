import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.profile.modify`.
enum ModifyProfileOfUser {
    static let entry: (Operation, Handler) = (AdminRelationOperations.modifyProfile, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let change = try call(ProfileOperations.values)
        call.change(by: session) { chat throws(CommandError) in
            guard let id = UserID(user) else { throw .refused(.noAccount, keys: ["userID"]) }
            try chat.profiles.modifyProfile(change, of: id)
            return { _ in }
        }
    }
}
