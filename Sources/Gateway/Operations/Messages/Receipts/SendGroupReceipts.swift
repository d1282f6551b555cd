import Chat
import ClientProtocol
import ServerAPI

/// `groupReceipt.send`.
enum SendGroupReceipts {
    static let entry: (Operation, Handler) = (GroupReceiptOperations.send, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupReceiptOperations.groupID)
        let messages = try call.messageIDs()
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            try chat.groupReceipts.acknowledge(messages, inGroup: id, by: account)
            return { _ in }
        }
    }
}
