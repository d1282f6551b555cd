import Chat
import ClientProtocol
import Domain
import Push
import Routing
import ServerAPI
import Settings

/// `push.register`.
enum RegisterPushes: UserOperation {
    static let declaration = PushOperations.register

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let provider = try request(PushOperations.provider)
        guard request.context.configuration.pushProviders.contains(provider) else {
            throw Refusal(.noProvider, keys: ["provider"])
        }
        let token = try request(PushOperations.token)
        if let objection = provider.objection(to: token) {
            throw Refusal(
                request.operation.badParameter, "token is not valid for \(provider.rawValue): \(objection)",
                keys: ["token"])
        }
        let key = provider.key(of: token)
        return .change { chat, _ throws(CommandError) in
            try chat.pushAddresses.register(
                token, key: key, at: provider, device: caller.device, caller.platform, of: caller.account)
        }
    }
}
