import Chat
import ClientProtocol
import ServerAPI

/// `push.getGlobalDnd`.
enum GetQuietHours {
    static let entry: (Operation, Handler) = (PushOperations.getQuietHours, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let hours = try stored(PushAddresses.quietHours(of: caller.account, in: transaction))
            PushGlobalDndChanged(hours: hours).write(to: &json)
        }
    }
}
