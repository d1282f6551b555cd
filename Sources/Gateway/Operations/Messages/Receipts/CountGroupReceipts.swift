import Chat
import ClientProtocol

/// `groupReceipt.counts`.
enum CountGroupReceipts: UserOperation {
    static let declaration = Operation.groupReceipt(
        "groupReceipt.counts", "Counts the members who have read messages of the caller, and those who have not.",
        [GroupParameters.groupID.description, GroupReceiptParameters.messageIDs.description], result: [receipts])

    private static let receipts = Field(
        "receipts", .list(GroupReceiptView.type),
        "One for each message of the user that asks for receipts.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let messages = try request.messageIDs()
        return .askLeader { chat, json throws(CommandError) in
            let receipts = try chat.groupReceipts.receipts(of: messages, inGroup: id, for: caller.account)
            json.groupReceipts(receipts)
        }
    }
}
