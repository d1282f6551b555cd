import Chat
import ClientProtocol
import ServerAPI

/// `admin.push.devices`.
enum ListPushDevicesOfUser: AdminOperation {
    static let declaration = PushOperations.devicesOfUser

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.pushedUser()
        return .read { transaction, json throws(CommandError) in
            guard let addresses = try stored(PushAddresses.pushAddresses(of: user, in: transaction)) else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            json.devices(addresses)
        }
    }
}
