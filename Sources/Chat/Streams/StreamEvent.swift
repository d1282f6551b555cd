import Domain

/// The kinds of events of a user's stream: that something happened, not how it was; the state is told as it is now.
enum StreamEventKind: Int64 {
    case receipt = 1
    case conversationChanged = 2
    case conversationNew = 3
    case relation = 4
    case profile = 5
    case group = 6
    case subscriptions = 7
    case conversationsDeleted = 8

    var isOfConversation: Bool { self == .conversationChanged || self == .conversationNew }
}

/// An event of a user's stream, as it is told.
package struct StreamEvent: Sendable {
    package enum Content: Sendable {
        case receipt(ReceiptView)
        case conversation(ConversationView, isNew: Bool)
        /// A JSON list of ids.
        case conversationsDeleted(String)
        case relation(RelationView)
        case profile(UserID)
        case group(GroupEvent)
        case subscriptions(SubscriptionChanges)
    }

    package let seq: Int64
    package let content: Content
}

/// The number of the conversation, of the account, of the group or of the type of subscription that an event is about: its
/// kind says which.
struct StreamSubject: TypedNumber {
    let rawValue: Int64

    static let none: StreamSubject = 0

    var account: AccountNumber { AccountNumber(rawValue) }
    var group: GroupNumber { GroupNumber(rawValue) }
    var conversation: ConversationNumber { ConversationNumber(rawValue) }
}

/// A row of the stream.
struct StoredEvent {
    let seq: Int64
    let kind: StreamEventKind
    let subject: StreamSubject
    let value: Int64
    let detail: String?
    /// The device that caused it, where that is kept.
    let device: String?
}
