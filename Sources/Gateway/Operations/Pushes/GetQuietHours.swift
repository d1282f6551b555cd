import Chat
import ClientProtocol
import ServerAPI

/// `push.getGlobalDnd`.
enum GetQuietHours {
    static let entry: (Operation, Handler) = (PushOperations.getQuietHours, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json in
            let hours = try PushAddresses.quietHours(of: caller.account, in: transaction)
            json.quietHours(hours)
        }
    }
}
