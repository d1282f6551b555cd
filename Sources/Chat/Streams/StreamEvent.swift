import Domain

/// An event of a stream, as it is told to a device that was away.
package struct StreamEvent: Sendable {
    package let seq: Seq
    package let content: any StreamedEvent

    /// The bytes that it takes in a reply, about.
    var weight: Int { content.weight }
}

/// The number of the conversation, of the account, of the group or of the type of subscription that an event is about: its
/// kind says which.
package struct StreamSubject: TypedNumber {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    static let none: StreamSubject = 0

    var account: AccountNumber { AccountNumber(rawValue) }
    var group: GroupNumber { GroupNumber(rawValue) }
    var conversation: ConversationNumber { ConversationNumber(rawValue) }
}

/// A row of a user's stream.
package struct StoredEvent {
    package let seq: Seq
    let kind: StreamEventKind
    let subject: StreamSubject
    let value: Int64
    let detail: String?
    /// The device that caused it, where that is kept.
    let device: String?
}
