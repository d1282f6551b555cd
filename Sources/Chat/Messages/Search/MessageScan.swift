import Domain
import JSON
import Storage

/// V-12: what operators look for among all messages, whoever can read them. The index of the search knows conversations and
/// nothing beyond, so rows are looked at, the newest first, a bounded number for a page.
package struct MessageScan: Sendable {
    package struct Page: Sendable {
        package var messages: [MessageView] = []
        /// The next page has the messages before this one. Nil: there are no more.
        package var next: MessageNumber?
    }

    private let query: SearchQuery?
    private let sender: String?
    private let range: Range<MessageNumber>
    private let limit: Int
    private let bytes: Int
    private let now: Milliseconds

    /// `query` nil: whatever they say. `sender` nil: of all users.
    package init(
        _ query: SearchQuery?, from sender: String?, in range: Range<MessageNumber>, limit: Int, bytes: Int,
        now: Milliseconds
    ) {
        (self.query, self.sender, self.range, self.limit, self.bytes) = (query, sender, range, limit, bytes)
        self.now = now
    }

    package func page(in store: any Transaction) throws(StoreError) -> Page {
        var account: AccountNumber?
        if let sender {
            guard let user = UserID(sender), let found = try Account.find(user, in: store) else { return Page() }
            account = found.number
        }
        let (first, isLast) = try piece(in: store)
        var page = Page()
        if !isLast { page.next = first }
        var numbers: [MessageNumber] = []
        try store.query(
            "SELECT id FROM message WHERE id >= $1 AND id < $2 AND ($3 = 0 OR sender = $3) ORDER BY id DESC",
            [.integer(first), .integer(range.upperBound), .integer(account ?? 0)]
        ) { row in numbers.append(row.integer(0)) }
        let document = JSONDocument()
        var left = bytes
        for number in numbers {
            guard let message = try StoredMessage.find(number, in: store), !message.isGone(at: now),
                matches(message, document)
            else { continue }
            let view = try view(of: message, in: store)
            left -= view.weight
            if page.messages.count == limit || left < 0 && !page.messages.isEmpty {
                page.next = number.next
                return page
            }
            page.messages.append(view)
        }
        return page
    }

    /// The first of those that are looked at, and whether there are none before it.
    private func piece(in store: any Transaction) throws(StoreError) -> (first: MessageNumber, isLast: Bool) {
        var (first, count): (MessageNumber, Int64) = (range.lowerBound, 0)
        try store.query(
            """
            SELECT ifnull(min(id), $1), count(*) FROM
                (SELECT id FROM message WHERE id >= $1 AND id < $2 ORDER BY id DESC LIMIT $3)
            """, [.integer(range.lowerBound), .integer(range.upperBound), .integer(mostLookedAt)]
        ) { row in (first, count) = (row.integer(0), row.integer(1)) }
        return (first, count < mostLookedAt)
    }

    private func matches(_ message: StoredMessage, _ document: JSONDocument) -> Bool {
        guard let query else { return !message.isRecalled }
        guard let searchable = SearchableText(message, document) else { return false }
        return query.matches(in: searchable.texts) != nil
    }

    /// Between two users, as its sender sees it.
    private func view(of message: StoredMessage, in store: any Transaction) throws(StoreError) -> MessageView {
        guard let row = try ConversationRow.find(message.conversation, in: store) else {
            throw .missing("conversation", message.conversation)
        }
        let (id, type): (ConversationID, SessionType) =
            switch row.parties {
            case .users(let pair): (.c2c(try Account.name(pair.other(than: message.sender), in: store)), .p2p)
            case .group(let number):
                (
                    .group(String(number)),
                    try GroupQueries.kind(of: number, in: store) == .superGroup ? .superGroup : .group
                )
            }
        let sender = try Account.name(message.sender, in: store)
        return MessageView(message: message, conversation: id, from: sender, sessionType: type)
    }
}

private let mostLookedAt: Int64 = 5_000
