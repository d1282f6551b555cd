import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `push.setGlobalDnd`.
enum SetQuietHours {
    static let entry: (Operation, Handler) = (PushOperations.setQuietHours, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let hours = QuietHours(
            isOn: try call(PushOperations.enabled), start: try call(PushOperations.start),
            end: try call(PushOperations.end), offset: Int64(try call(PushOperations.offset)))
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            try chat.pushAddresses.setQuietHours(hours, of: account)
            return { _ in }
        }
    }
}
