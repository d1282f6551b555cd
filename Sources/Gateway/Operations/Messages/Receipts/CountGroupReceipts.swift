import Chat
import ClientProtocol
import ServerAPI

/// `groupReceipt.counts`.
enum CountGroupReceipts: UserOperation {
    static let declaration = GroupReceiptOperations.counts

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupReceiptOperations.groupID)
        let messages = try request.messageIDs()
        return .ask { chat, json throws(CommandError) in
            let receipts = try chat.groupReceipts.receipts(of: messages, inGroup: id, for: caller.account)
            json.groupReceipts(receipts)
        }
    }
}
