import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.profile.modify`.
enum ModifyProfileOfUser: AdminOperation {
    static let declaration = AdminRelationOperations.modifyProfile

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationOperations.user)
        let change = try request(ProfileOperations.values)
        return .change { chat, _ throws(CommandError) in
            guard let id = UserID(user) else { throw .refused(.noAccount, keys: ["userID"]) }
            try chat.profiles.modifyProfile(change, of: id)
        }
    }
}
