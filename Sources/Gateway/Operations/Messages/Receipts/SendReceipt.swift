import Chat
import ClientProtocol
import ServerAPI

/// `receipt.send`.
enum SendReceipt {
    static let entry: (Operation, Handler) = (MessageOperations.acknowledge, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(MessageOperations.conversationID)
        let time = Int64(try call(MessageOperations.timestamp))
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.readMarks.acknowledge(id, upTo: time, of: account)
            return { _ in }
        }
    }
}
