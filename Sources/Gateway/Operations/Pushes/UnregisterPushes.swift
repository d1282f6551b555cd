import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// `push.unregister`.
enum UnregisterPushes {
    static let entry: (Operation, Handler) = (PushOperations.unregister, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let device = try call(PushOperations.device) ?? session.record.device
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: account)
            return { $0.field("unregistered", wasRegistered) }
        }
    }
}
