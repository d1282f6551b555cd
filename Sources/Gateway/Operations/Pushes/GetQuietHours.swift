import Chat
import ClientProtocol

/// `push.getGlobalDnd`.
enum GetQuietHours: UserOperation {
    static let declaration = Operation(
        "push.getGlobalDnd", "Tells the quiet time, in which only forced pushes come.", roles: .user, parameters: [],
        result: PushGlobalDndChanged.declaration.data, errors: [.unavailable])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        return .read { transaction, json throws(CommandError) in
            let hours = try stored(PushAddresses.quietHours(of: caller.account, in: transaction))
            PushGlobalDndChanged(hours: hours).write(to: &json)
        }
    }
}
