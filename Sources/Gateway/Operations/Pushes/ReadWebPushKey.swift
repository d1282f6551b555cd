import ClientProtocol
import JSON
import ServerAPI

/// `push.webPushKey`.
enum ReadWebPushKey {
    static let entry: (Operation, Handler) = (PushOperations.webPushKey, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        guard let key = call.context.pushDispatcher.webPushKey else { throw Refusal(.noProvider) }
        call.reply { $0.field("key", key) }
    }
}
