import Chat
import ClientProtocol
import ServerAPI

/// `push.devices`.
enum ListPushDevices {
    static let entry: (Operation, Handler) = (PushOperations.devices, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        call.read(for: session) { [account = session.account] transaction throws(CommandError) in
            let addresses = try stored(PushAddresses.pushAddresses(of: account, in: transaction))
            return { $0.devices(addresses) }
        }
    }
}
