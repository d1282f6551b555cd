import Domain

/// An event of a stream, as it is told to a device that was away.
package struct StreamEvent: Sendable {
    package let seq: Int64
    package let content: any StreamedEvent

    /// The bytes that it takes in a reply, about.
    var weight: Int { content.weight }
}

/// A row of a user's stream.
package struct StoredEvent {
    package let seq: Int64
    let kind: StreamEventKind
    /// The number of the conversation, or of the account, that it is about.
    let subject: Int64
    let value: Int64
    let detail: String?
    /// The device that caused it, where that is kept.
    let device: String?
}
