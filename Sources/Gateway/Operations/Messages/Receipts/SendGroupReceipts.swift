import Chat
import ClientProtocol
import ServerAPI

/// `groupReceipt.send`.
enum SendGroupReceipts: UserOperation {
    static let declaration = GroupReceiptOperations.send

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupReceiptOperations.groupID)
        let messages = try request.messageIDs()
        return .change { chat, _ throws(CommandError) in
            try chat.groupReceipts.acknowledge(messages, inGroup: id, by: caller.account)
        }
    }
}
