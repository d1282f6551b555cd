import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.push.unregister`.
enum UnregisterPushesOfUser: AdminOperation {
    static let declaration = Operation(
        "admin.push.unregister", "Ends the pushes to one or all of a user's devices.", roles: .admin,
        parameters: [PushParameters.user.description, anyDevice.description],
        result: [Field("unregistered", .boolean, "False if no device was registered.")],
        errors: [.noAccount, .unavailable])

    private static let anyDevice = Parameter.string(
        "device", bytes: 1...128, "One of the user's devices. Left out: all of them."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(PushParameters.user))
        let device = try request(anyDevice)
        return .change { chat, json throws(CommandError) in
            guard let account = try chat.accounts.number(of: user) else { throw .refused(.noAccount, keys: ["userID"]) }
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: account)
            json.field("unregistered", wasRegistered)
        }
    }
}
