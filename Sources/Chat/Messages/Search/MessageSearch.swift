import ClientProtocol
import Domain
import JSON
import Storage

/// The words that a user searches for, and where.
package struct MessageSearch: Sendable {
    package struct Filter: Sendable {
        /// Nil: in all conversations.
        package var conversation: ConversationID?
        package var from: String?
        package var kinds: Set<MessageKind>?
        package var since: Milliseconds?
        package var until: Milliseconds?

        package init() {}
    }

    package struct Hit: Sendable {
        package let view: MessageView
        package let matches: [Match]
    }

    /// A piece of a member of the body, in Unicode scalars.
    package struct Match: Sendable {
        package let member: String
        /// M-53: the place of the element whose body it is; nil: it is the message's.
        package let element: Int?
        package let start: Int
        package let end: Int
    }

    package struct Page: Sendable {
        package var hits: [Hit] = []
        /// The next page has the messages before this one. Nil: there are no more.
        package var next: MessageNumber?
        /// Nothing was left out.
        package var isComplete = true
    }

    let query: SearchQuery
    let filter: Filter
    /// Only the messages before this one.
    let cursor: MessageNumber?
    let limit: Int
    let reader: MessageReader

    package init(
        _ query: SearchQuery, _ filter: Filter, before cursor: MessageNumber?, limit: Int, for reader: MessageReader
    ) {
        (self.query, self.filter, self.cursor, self.limit, self.reader) = (query, filter, cursor, limit, reader)
    }

    package func page(in view: SearchView) throws(CommandError) -> Page {
        var conversation: ConversationNumber?
        if let id = filter.conversation {
            guard let found = try reader.conversation(id, in: view.store) else { return Page() }
            conversation = found.row.number
        }
        var sender: AccountNumber?
        if let name = filter.from {
            guard let user = UserID(name), let account = try stored(Account.find(user, in: view.store)) else {
                return Page()
            }
            sender = account.number
        }
        let run = MessageSearchRun(self, conversation, sender, view)
        try stored(run.find())
        return run.page
    }

    /// The messages that are asked for.
    var range: Range<MessageNumber> {
        let first = max(reader.cutoff, filter.since.map(Stamp.init(milliseconds:)) ?? 0)
        var end = cursor ?? .max
        if let until = filter.until, until < Milliseconds(Int64.max / 2_000) {
            end = min(end, MessageNumber(Stamp(milliseconds: until + 1)))
        }
        return MessageNumber(first)..<max(end, MessageNumber(first))
    }
}
