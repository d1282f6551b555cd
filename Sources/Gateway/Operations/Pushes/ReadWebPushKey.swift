import ClientProtocol
import JSON

/// `push.webPushKey`.
enum ReadWebPushKey: UserOperation {
    static let declaration = Operation(
        "push.webPushKey", "Tells the key that a web page needs to subscribe to pushes.", roles: .user, parameters: [],
        result: [Field("key", .string, "The `applicationServerKey`.")], errors: [.noProvider])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        guard let key = request.context.webPushKey else { throw Refusal(.noProvider) }
        return .reply { $0.field("key", key) }
    }
}
