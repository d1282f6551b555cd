import Domain

/// The subjects of a stream's events as they are now, while the events are given to a device.
package final class EventReplay {
    private let reader: Devices
    let account: Account
    private var views: [ConversationNumber: ConversationView?] = [:]

    init(_ reader: Devices, _ account: Account) {
        self.reader = reader
        self.account = account
    }

    func user(_ number: AccountNumber) throws(CommandError) -> UserID { try reader.user(number) }

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
}
