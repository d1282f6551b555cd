import ClientProtocol
import Domain
import Storage

/// T-09, T-Q31: a page of a conversation's messages. Read from the store alone, on any reader's thread.
package struct History: Sendable {
    package enum Direction: String, CaseIterable, Sendable {
        case older, newer
    }

    /// A seq; 0: the end of the conversation that the direction begins at.
    package let cursor: Int64
    package let direction: Direction
    package let limit: Int
    /// The stamp before which messages are no longer given out.
    package let cutoff: Int64

    package init(cursor: Int64, direction: Direction, limit: Int, cutoff: Int64) {
        self.cursor = cursor
        self.direction = direction
        self.limit = limit
        self.cutoff = cutoff
    }

    package struct Page: Sendable {
        package var messages: [MessageView] = []
        /// 0: there are no more.
        package var next: Int64 = 0
    }

    package func page(
        of id: ConversationID, for user: UserID, account: Int64, in store: any Transaction
    ) throws -> Page {
        guard case .c2c(let peer) = id else { throw Refusal(.noTeam, keys: ["conversationID"]) }
        guard let other = try find(peer, in: store) else { throw Refusal(.noTarget, keys: ["conversationID"]) }
        guard let conversation = try conversation(of: Pair(account, other.number), in: store) else {
            if other.state == .deleted { throw Refusal(.noTarget, keys: ["conversationID"]) }
            return Page()
        }
        let visibleAfter = try visibleAfter(account, conversation, in: store)
        let found = try read(conversation, after: visibleAfter, in: store)
        return Page(
            messages: found.prefix(limit).map {
                MessageView(message: $0, conversation: id, from: $0.sender == account ? user : peer)
            },
            next: found.count > limit ? found[limit - 1].seq : 0)
    }

    /// One more than the limit, if there are as many: then there is a next page.
    private func read(_ conversation: Int64, after visible: Int64, in store: any Transaction) throws -> [StoredMessage]
    {
        let after = direction == .newer ? max(visible, cursor) : visible
        let before = direction == .older && cursor > 0 ? cursor : Int64.max
        let values: [SQLValue] = [
            .integer(conversation), .integer(after), .integer(before), .integer(MessageSettings.history.rawValue),
            .integer(cutoff), .integer(Int64(limit + 1)),
        ]
        var found: [StoredMessage] = []
        try store.query(direction == .older ? Self.olderFirst : Self.newerLast, values) { row in
            found.append(StoredMessage(row))
        }
        return found
    }

    private static let olderFirst: SQL = """
        SELECT id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body, push_text
        FROM message WHERE conversation = $1 AND seq > $2 AND seq < $3 AND settings & $4 != 0
            AND id >= $5 ORDER BY seq DESC LIMIT $6
        """

    private static let newerLast: SQL = """
        SELECT id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body, push_text
        FROM message WHERE conversation = $1 AND seq > $2 AND seq < $3 AND settings & $4 != 0
            AND id >= $5 ORDER BY seq LIMIT $6
        """

    private func find(_ user: UserID, in store: any Transaction) throws -> Account? {
        var found: Account?
        try store.query(
            "SELECT id, name, state, created_at, nickname, face_url FROM account WHERE name = $1", [.text(user.text)]
        ) { row in found = Account(row) }
        return found
    }

    private func conversation(of pair: Pair, in store: any Transaction) throws -> Int64? {
        var number: Int64?
        try store.query(
            "SELECT id FROM conversation WHERE low = $1 AND high = $2",
            [.integer(pair.low), .integer(pair.high)]
        ) { row in number = row.integer(0) }
        return number
    }

    private func visibleAfter(_ account: Int64, _ conversation: Int64, in store: any Transaction) throws -> Int64 {
        var seq: Int64 = 0
        try store.query(
            "SELECT visible_after FROM membership WHERE id = $1",
            [.integer(PairKey.key(account, conversation))]
        ) { row in seq = row.integer(0) }
        return seq
    }
}
