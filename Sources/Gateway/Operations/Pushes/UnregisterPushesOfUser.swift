import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.push.unregister`.
enum UnregisterPushesOfUser {
    static let entry: (Operation, Handler) = (PushOperations.unregisterForUser, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.pushedUser()
        let device = try call(PushOperations.anyDevice)
        call.change(by: session) { chat throws(CommandError) in
            guard let account = try chat.accounts.number(of: user) else { throw .refused(.noAccount, keys: ["userID"]) }
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: account)
            return { $0.field("unregistered", wasRegistered) }
        }
    }
}
