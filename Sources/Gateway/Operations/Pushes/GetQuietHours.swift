import Chat
import ClientProtocol
import ServerAPI

/// `push.getGlobalDnd`.
enum GetQuietHours {
    static let entry: (Operation, Handler) = (PushOperations.getQuietHours, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        call.read(for: session) { [account = session.account] transaction in
            let hours = try PushAddresses.quietHours(of: account, in: transaction)
            return { PushGlobalDndChanged(hours: hours).write(to: &$0) }
        }
    }
}
