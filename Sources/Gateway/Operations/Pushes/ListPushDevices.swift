import Chat
import ClientProtocol
import ServerAPI

/// `push.devices`.
enum ListPushDevices: UserOperation {
    static let declaration = PushOperations.devices

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let addresses = try stored(PushAddresses.pushAddresses(of: caller.account, in: transaction))
            json.devices(addresses)
        }
    }
}
