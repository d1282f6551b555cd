import Chat
import ClientProtocol

/// `groupReceipt.send`.
enum SendGroupReceipts: UserOperation {
    static let declaration = Operation.groupReceipt(
        "groupReceipt.send", "Tells the senders that the caller has read messages that ask for receipts.",
        [GroupParameters.groupID.description, GroupReceiptParameters.messageIDs.description])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let messages = try request.messageIDs()
        return .change { chat, _ throws(CommandError) in
            try chat.groupReceipts.acknowledge(messages, inGroup: id, by: caller.account)
        }
    }
}
