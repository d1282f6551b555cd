import Chat
import ClientProtocol
import ServerAPI

/// `groupReceipt.detail`.
enum DetailGroupReceipt {
    static let entry: (Operation, Handler) = (GroupReceiptOperations.detail, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupReceiptOperations.groupID)
        let message = Int64(try call(GroupReceiptOperations.messageID)) ?? 0
        call.ask { [account = session.account] chat throws(CommandError) in
            let detail = try chat.groupReceipts.receiptDetail(of: message, inGroup: id, for: account)
            return { json in
                json.users("readUserIds", detail.read)
                json.users("unreadUserIds", detail.unread)
            }
        }
    }
}
