import Chat
import ClientProtocol
import ServerAPI

/// `admin.push.devices`.
enum ListPushDevicesOfUser {
    static let entry: (Operation, Handler) = (PushOperations.devicesOfUser, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.pushedUser()
        call.read(for: session) { transaction throws(CommandError) in
            guard let addresses = try stored(PushAddresses.pushAddresses(of: user, in: transaction)) else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            return { $0.devices(addresses) }
        }
    }
}
