import Chat
import ClientProtocol
import ServerAPI

/// `push.getGlobalDnd`.
enum GetQuietHours: UserOperation {
    static let declaration = PushOperations.getQuietHours

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let hours = try stored(PushAddresses.quietHours(of: caller.account, in: transaction))
            PushGlobalDndChanged(hours: hours).write(to: &json)
        }
    }
}
