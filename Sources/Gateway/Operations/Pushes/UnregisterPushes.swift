import Chat
import ClientProtocol
import JSON
import Routing

/// `push.unregister`.
enum UnregisterPushes: UserOperation {
    static let declaration = Operation(
        "push.unregister", "Ends the pushes to a device.", roles: .user, needs: .device,
        parameters: [device.description],
        result: [Field("unregistered", .boolean, "False if the device was not registered.")], errors: [.unavailable])

    private static let device = Parameter.string(
        "device", bytes: 1...128, "One of the user's devices. Left out: this session's."
    ).optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let device = try request(Self.device) ?? caller.device
        return .change { chat, json throws(CommandError) in
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: caller.account)
            json.field("unregistered", wasRegistered)
        }
    }
}
