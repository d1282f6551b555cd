import ClientProtocol
import JSON

/// T-Q30: members have read messages of the user.
package struct GroupReceiptChanged: DomainEvent, EventDefinition {
    package static let declaration = Event(
        "groupReceipt.changed",
        "Members have read messages of the user. Not in a stream. Where receipts go by positions, sessions hear it that watch "
            + "the group.",
        to: .user,
        data: [
            Field("groupID", .string, "The group."),
            Field(
                "receipts", .list(GroupReceiptView.type),
                "One for each message of the user that asks for receipts."),
        ])

    /// The id.
    let group: String
    let receipts: [GroupReceiptView]

    package init(group: String, receipts: [GroupReceiptView]) {
        self.group = group
        self.receipts = receipts
    }

    package func write(to json: inout JSONWriter) {
        json.field("groupID", group)
        json.groupReceipts(receipts)
    }
}
