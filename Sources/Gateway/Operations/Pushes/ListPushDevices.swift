import Chat
import ClientProtocol

/// `push.devices`.
enum ListPushDevices: UserOperation {
    static let declaration = Operation(
        "push.devices", "Lists the user's devices that get pushes.", roles: .user, parameters: [],
        result: [PushParameters.deviceList], errors: [.unavailable])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let addresses = try stored(PushAddresses.pushAddresses(of: caller.account, in: transaction))
            json.devices(addresses)
        }
    }
}
