import Chat
import ClientProtocol
import ServerAPI

/// `admin.push.devices`.
enum ListPushDevicesOfUser {
    static let entry: (Operation, Handler) = (PushOperations.devicesOfUser, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.pushedUser()
        call.read(for: session) { transaction in
            guard let addresses = try PushAddresses.pushAddresses(of: user, in: transaction) else {
                throw Refusal(.noAccount, keys: ["userID"])
            }
            return { $0.devices(addresses) }
        }
    }
}
