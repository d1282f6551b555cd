import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// `push.unregister`.
enum UnregisterPushes: UserOperation {
    static let declaration = PushOperations.unregister

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let device = try request(PushOperations.device) ?? caller.device
        return .change { chat, json throws(CommandError) in
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: caller.account)
            json.field("unregistered", wasRegistered)
        }
    }
}
