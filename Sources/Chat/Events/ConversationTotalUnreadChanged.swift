import ClientProtocol
import JSON

/// C-28, C-Q17: how many messages are unread in all.
package struct ConversationTotalUnreadChanged: DomainEvent, EventDefinition {
    package static let declaration = Event(
        "conversation.totalUnreadChanged", "The number of all unread messages has changed.", to: .user,
        data: [Field("total", .integer, "The number as it is now.")])

    let total: Int64
    package let isImplied: Bool

    package init(total: Int64, isImplied: Bool = false) {
        self.total = total
        self.isImplied = isImplied
    }

    package func write(to json: inout JSONWriter) { json.field("total", total) }
}
