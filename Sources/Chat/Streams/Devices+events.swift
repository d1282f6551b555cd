import ClientProtocol
import Domain
import Storage

/// Events of a user's stream as a device is given them: with what they are about as it is now.
extension Devices {
    package struct StreamPage: Sendable {
        package let events: [StreamEvent]
        package let seq: Seq
        package let isFinished: Bool
    }

    /// The events after a position, fetched by a device where a resume left a gap.
    package func events(
        of number: AccountNumber, on device: String, after position: Seq, limit: Int, bytes: Int = .max
    ) throws(CommandError) -> StreamPage {
        let account = try accounts.caller(number)
        let head = try work.userStreams.streamSeq(of: account)
        guard let storedEvents = try work.userStreams.storedEvents(of: account, after: position, limit: limit) else {
            throw .refused(.resyncRequired, keys: ["after"])
        }
        let events = try emit(storedEvents, of: account, on: device)
        var left = bytes
        let fitting = events.prefix { event in
            defer { left -= event.weight }
            return left >= event.weight || left == bytes
        }
        // Where some do not fit, the next page begins with the first of them.
        let end = (fitting.count < events.count ? fitting.last?.seq : storedEvents.last?.seq) ?? head
        return StreamPage(events: Array(fitting), seq: end, isFinished: end == head)
    }

    /// A conversation is told as it is now, not as it was then; one that has left the list is not told, nor is what the device
    /// itself has caused.
    func emit(_ rows: [StoredEvent], of account: Account, on device: String) throws(CommandError) -> [StreamEvent] {
        let replay = EventReplay(self, account)
        var events: [StreamEvent] = []
        for row in rows where !(row.device?.isSpelled(like: device) ?? false) {
            if let content = try row.kind.definition.replayed(row, by: replay) {
                events.append(StreamEvent(seq: row.seq, content: content))
            }
        }
        return events
    }

    func user(_ number: AccountNumber) throws(CommandError) -> UserID { try accounts.account(number).id }

    /// Nil: the user has the conversation with itself.
    func peer(of account: Account, in conversation: ConversationNumber) throws(CommandError) -> UserID? {
        try conversations.conversation(conversation).peer(of: account.number).map(user)
    }

    func view(of conversation: ConversationNumber, for account: Account) throws(CommandError) -> ConversationView? {
        let edit = try memberships.edit(of: account, in: conversations.conversation(conversation))
        return edit.membership.isListed ? try views.view(edit) : nil
    }
}
