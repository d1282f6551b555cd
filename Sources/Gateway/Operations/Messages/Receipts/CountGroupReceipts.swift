import Chat
import ClientProtocol
import ServerAPI

/// `groupReceipt.counts`.
enum CountGroupReceipts {
    static let entry: (Operation, Handler) = (GroupReceiptOperations.counts, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupReceiptOperations.groupID)
        let messages = try call.messageIDs()
        call.ask { [account = session.account] chat throws(CommandError) in
            let receipts = try chat.groupReceipts.receipts(of: messages, inGroup: id, for: account)
            return { $0.groupReceipts(receipts) }
        }
    }
}
