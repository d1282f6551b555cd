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
    var call: CallNumber { CallNumber(rawValue) }
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

/// The subjects of a stream's events as they are now, while the events are given to a device.
package final class EventReplay {
    private let reader: Devices
    let account: Account
    private var views: [ConversationNumber: ConversationView?] = [:]
    private var toldCalls: Set<CallNumber> = []

    init(_ reader: Devices, _ account: Account) {
        self.reader = reader
        self.account = account
    }

    func user(_ number: AccountNumber) throws(CommandError) -> UserID { try account(number).id }

    func account(_ number: AccountNumber) throws(CommandError) -> Account { try reader.accounts.account(number) }

    /// The other user of a conversation of two; nil in one with itself.
    func peer(in conversation: ConversationNumber) throws(CommandError) -> UserID? {
        try reader.peer(of: account, in: conversation)
    }

    /// Nil if the conversation has left the list.
    func view(of conversation: ConversationNumber) throws(CommandError) -> ConversationView? {
        if let known = views[conversation] { return known }
        let view = try reader.view(of: conversation, for: account)
        views[conversation] = .some(view)
        return view
    }

    /// A call that goes on, once as it is now. Nil if it has ended, and has a later event; or if it rings, which the device is told
    /// when it comes (J-07).
    func call(_ number: CallNumber) throws(CommandError) -> CallView? {
        guard toldCalls.insert(number).inserted else { return nil }
        return try reader.calls.view(of: number, for: account)
    }
}
