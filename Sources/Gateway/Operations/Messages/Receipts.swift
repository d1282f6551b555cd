import Chat
import ClientProtocol
import Domain
import JSON

/// Receipts, between two and in groups.
extension OperationTable {
    @OperationList static var receipts: [OperationDefinition] {
        let timestamp = Parameter.integer(
            "timestamp", in: 0...9_007_199_254_740_991,
            "The `time` of the newest message read, in milliseconds. A time in the future counts as now.")
        let other = ParameterDescription(
            name: "conversationID", type: .conversationID, isRequired: true, meaning: "`c2c_` and the other user's id.")
        Operation(
            "receipt.send",
            "Tells the other user that the caller has read everything up to a time. An older time does nothing.",
            roles: .user, parameters: [other, timestamp],
            errors: [.noTarget, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let time = Milliseconds(try request(timestamp))
            return .change { chat, _ throws(CommandError) in
                try chat.conversationLists.acknowledge(id, upTo: time, of: caller.account)
            }
        }

        Operation.groupReceipt(
            "groupReceipt.send", "Tells the senders that the caller has read messages that ask for receipts.",
            [GroupParameters.groupID, GroupReceiptParameters.messageIDs]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let messages = try request.messageIDs()
            return .change { chat, _ throws(CommandError) in
                try chat.messages.acknowledgeReceipts(messages, inGroup: id, by: caller.account)
            }
        }

        let receipts = Field(
            "receipts", .list(GroupReceiptView.type),
            "One for each message of the user that asks for receipts.")
        Operation.groupReceipt(
            "groupReceipt.counts", "Counts the members who have read messages of the caller, and those who have not.",
            [GroupParameters.groupID, GroupReceiptParameters.messageIDs], result: [receipts]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let messages = try request.messageIDs()
            return .askLeader { chat, json throws(CommandError) in
                let receipts = try chat.messages.receipts(of: messages, inGroup: id, for: caller.account)
                json.groupReceipts(receipts)
            }
        }

        let messageID = Parameter.string("msgId", bytes: 1...20, "A message of the caller.")
        let unread = Parameter.flag(
            "unread", standard: false,
            "In a group with `receipts` `positions`: lists those who have not read it, and not its readers.")
        let page = Parameter<Stamp>.cursor("The value from the last page. Left out: from the start.").optional
        Operation.groupReceipt(
            "groupReceipt.detail",
            "Lists the members who have read a message of the caller, and those who have not. In a group with `receipts` "
                + "`positions` it lists one of both, in pages of 100.",
            [GroupParameters.groupID, messageID, unread, page],
            result: [
                Field(
                    "readUserIds", .strings,
                    "The members who have read it, in the order of reading; by positions, who joined last first."),
                Field(
                    "unreadUserIds", .strings,
                    "Members who were there when it was sent, still are, and have not read it."),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.noTarget]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let message = MessageNumber(try request(messageID)) ?? 0
            let (unread, after) = (try request(unread), try request(page))
            return .askLeader { chat, json throws(CommandError) in
                let detail = try chat.messages.receiptDetail(
                    of: message, inGroup: id, unread: unread, after: after, for: caller.account)
                json.users("readUserIds", detail.read)
                json.users("unreadUserIds", detail.unread)
                if let next = detail.next { json.field("cursor", String(next)) }
            }
        }
    }
}

/// `groupReceipt.…`: who has read a message in a group, in NIM's numbers.
private enum GroupReceiptParameters {
    static let messageIDs = Parameter.strings("msgIds", count: 1...50, "Messages of the group.")
}

extension Operation {
    static func groupReceipt(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: errors + [.nimNoGroup, .nimNotInGroup, .receiptsOff, .unavailable], badParameter: .messageParameters
        )
    }
}

extension Request {
    /// A text that is no id names no message.
    func messageIDs() throws(Refusal) -> [MessageNumber] {
        try self(GroupReceiptParameters.messageIDs).compactMap { MessageNumber($0) }
    }
}
