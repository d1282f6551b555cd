import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `groupReceipt.detail`.
enum DetailGroupReceipt: UserOperation {
    static let declaration = GroupReceiptOperations.detail

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupReceiptOperations.groupID)
        let message = MessageNumber(try request(GroupReceiptOperations.messageID)) ?? 0
        return .ask { chat, json throws(CommandError) in
            let detail = try chat.groupReceipts.receiptDetail(of: message, inGroup: id, for: caller.account)
            json.users("readUserIds", detail.read)
            json.users("unreadUserIds", detail.unread)
        }
    }
}
