import ClientProtocol
import JSON

/// T-Q30: members have read messages of the user.
struct GroupReceiptChanged: DomainEvent, EventDefinition {
    static let declaration = Event(
        "groupReceipt.changed", "Members have read messages of the user. Not in a stream.", to: .user,
        data: [
            Field("groupID", .string, "The group."),
            Field(
                "receipts", .list(GroupReceiptView.type),
                "One for each message of the user that asks for receipts."),
        ])

    /// The id.
    let group: String
    let receipts: [GroupReceiptView]

    func write(to json: inout JSONWriter) {
        json.field("groupID", group)
        json.groupReceipts(receipts)
    }
}
