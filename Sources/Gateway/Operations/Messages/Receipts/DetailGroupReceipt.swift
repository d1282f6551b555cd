import Chat
import ClientProtocol
import Domain

/// `groupReceipt.detail`.
enum DetailGroupReceipt: UserOperation {
    static let declaration = Operation.groupReceipt(
        "groupReceipt.detail", "Lists the members who have read a message of the caller, and those who have not.",
        [GroupParameters.groupID.description, messageID.description],
        result: [
            Field("readUserIds", .strings, "The members who have read it, in the order of reading."),
            Field(
                "unreadUserIds", .strings,
                "Members who were there when it was sent, still are, and "
                    + "have not read it."),
        ], errors: [.noTarget])

    private static let messageID = Parameter.string("msgId", bytes: 1...20, "A message of the caller.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let message = MessageNumber(try request(messageID)) ?? 0
        return .askLeader { chat, json throws(CommandError) in
            let detail = try chat.groupReceipts.receiptDetail(of: message, inGroup: id, for: caller.account)
            json.users("readUserIds", detail.read)
            json.users("unreadUserIds", detail.unread)
        }
    }
}
