import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `push.setGlobalDnd`.
enum SetQuietHours: UserOperation {
    static let declaration = PushOperations.setQuietHours

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let hours = QuietHours(
            isOn: try request(PushOperations.enabled), start: try request(PushOperations.start),
            end: try request(PushOperations.end), offset: Int64(try request(PushOperations.offset)))
        return .change { chat, _ throws(CommandError) in
            try chat.pushAddresses.setQuietHours(hours, of: caller.account)
        }
    }
}
