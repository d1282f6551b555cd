import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.push.unregister`.
enum UnregisterPushesOfUser: AdminOperation {
    static let declaration = PushOperations.unregisterForUser

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.pushedUser()
        let device = try request(PushOperations.anyDevice)
        return .change { chat, json throws(CommandError) in
            guard let account = try chat.accounts.number(of: user) else { throw .refused(.noAccount, keys: ["userID"]) }
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: account)
            json.field("unregistered", wasRegistered)
        }
    }
}
