import Chat
import ClientProtocol

/// `groupReceipt.…`: who has read a message in a group, in NIM's numbers.
package enum GroupReceiptOperations {
    package static let all = [send, counts, detail]

    package static let groupID = GroupOperations.groupID
    package static let messageIDs = Parameter.strings("msgIds", count: 1...50, "Messages of the group.")
    package static let messageID = Parameter.string("msgId", bytes: 1...20, "A message of the caller.")

    package static let send = operation(
        "groupReceipt.send", "Tells the senders that the caller has read messages that ask for receipts.",
        [groupID.description, messageIDs.description])
    package static let counts = operation(
        "groupReceipt.counts", "Counts the members who have read messages of the caller, and those who have not.",
        [groupID.description, messageIDs.description], result: [receipts])
    package static let detail = operation(
        "groupReceipt.detail", "Lists the members who have read a message of the caller, and those who have not.",
        [groupID.description, messageID.description],
        result: [
            Field("readUserIds", .strings, "The members who have read it, in the order of reading."),
            Field(
                "unreadUserIds", .strings,
                "Members who were there when it was sent, still are, and "
                    + "have not read it."),
        ], errors: [.noTarget])

    private static let receipts = Field(
        "receipts", .list(GroupReceiptView.type),
        "One for each message of the user that asks for receipts.")

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: errors + [.nimNoGroup, .nimNotInGroup, .receiptsOff, .unavailable], badParameter: .messageParameters
        )
    }
}
