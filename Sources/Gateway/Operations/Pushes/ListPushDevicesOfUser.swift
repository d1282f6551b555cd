import Chat
import ClientProtocol
import Domain

/// `admin.push.devices`.
enum ListPushDevicesOfUser: AdminOperation {
    static let declaration = Operation(
        "admin.push.devices", "Lists a user's devices that get pushes.", roles: .admin,
        parameters: [PushParameters.user.description], result: [PushParameters.deviceList],
        errors: [.noAccount, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(PushParameters.user))
        return .read { transaction, json throws(CommandError) in
            guard let addresses = try stored(PushAddresses.pushAddresses(of: user, in: transaction)) else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            json.devices(addresses)
        }
    }
}
