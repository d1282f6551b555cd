import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.userProfile.setUniqueId`.
enum SetUniqueID {
    static let entry: (Operation, Handler) = (HostedOperations.setUniqueID, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        _ = try call.hosting()
        let uniqueID = try call(HostedOperations.newUniqueID)
        guard let user = UserID(try call(HostedOperations.userID)) else {
            throw Refusal(.noHostedUser, keys: ["userId"])
        }
        call.change(by: session) { chat throws(CommandError) in
            try chat.profiles.setUniqueID(uniqueID, of: user)
            return { _ in }
        }
    }
}
