import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.userProfile.setUniqueId`.
enum SetUniqueID: AdminOperation {
    static let declaration = HostedOperations.setUniqueID

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        _ = try request.hosting()
        let uniqueID = try request(HostedOperations.newUniqueID)
        guard let user = UserID(try request(HostedOperations.userID)) else {
            throw Refusal(.noHostedUser, keys: ["userId"])
        }
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.setUniqueID(uniqueID, of: user)
        }
    }
}
