import ClientProtocol
import JSON
import ServerAPI

/// `push.webPushKey`.
enum ReadWebPushKey: UserOperation {
    static let declaration = PushOperations.webPushKey

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        guard let key = request.context.webPushKey else { throw Refusal(.noProvider) }
        return .reply { $0.field("key", key) }
    }
}
