import Chat
import ClientProtocol
import Domain
import Push
import Routing
import ServerAPI
import Settings

/// `push.register`.
enum RegisterPushes {
    static let entry: (Operation, Handler) = (PushOperations.register, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let provider = try call(PushOperations.provider)
        guard call.context.configuration.pushProviders.contains(provider) else {
            throw Refusal(.noProvider, keys: ["provider"])
        }
        let token = try call(PushOperations.token)
        if let objection = provider.objection(to: token) {
            throw Refusal(
                call.operation.badParameter, "token is not valid for \(provider.rawValue): \(objection)",
                keys: ["token"])
        }
        let key = provider.key(of: token)
        call.change(by: session) { [record = session.record, account = session.account] chat throws(CommandError) in
            try chat.pushAddresses.register(
                token, key: key, at: provider, device: record.device, record.platform, of: account)
            return { _ in }
        }
    }
}
