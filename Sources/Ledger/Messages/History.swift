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
        guard let (conversation, chain) = try Chain.find(Pair(account, other.number), in: store) else {
            if other.state == .deleted { throw Refusal(.noTarget, keys: ["conversationID"]) }
            return Page()
        }
        guard let chain else { return Page() }
        let first = try visibleAfter(account, conversation, in: store) + 1
        let found =
            try direction == .older ? older(chain, from: first, in: store) : newer(chain, from: first, in: store)
        return Page(
            messages: found.prefix(limit).map {
                MessageView(message: $0, conversation: id, from: $0.sender == account ? user : peer)
            },
            next: found.count > limit ? found[limit - 1].seq : 0)
    }

    // One more than the limit, if there are as many: then there is a next page.

    private func older(_ chain: Chain, from first: Int64, in store: any Transaction) throws -> [StoredMessage] {
        let last = cursor > 0 ? min(cursor - 1, chain.lastSeq) : chain.lastSeq
        guard first <= last else { return [] }
        return try chain.messages(first...last, filter, limit: limit + 1, in: store)
    }

    /// Chains are read from their end, so this goes on by pieces.
    private func newer(_ chain: Chain, from first: Int64, in store: any Transaction) throws -> [StoredMessage] {
        var found: [StoredMessage] = []
        var next = try chain.firstSeq(after: max(cursor, first - 1), since: cutoff, in: store)
        while found.count <= limit, next <= chain.lastSeq {
            let end = next + Int64(limit)
            found += try chain.messages(next...end, filter, in: store).reversed()
            next = end + 1
        }
        return found
    }

    private var filter: Chain.Filter { .init(settings: .history, cutoff: cutoff) }

    private func find(_ user: UserID, in store: any Transaction) throws -> Account? {
        var found: Account?
        try store.query(
            "SELECT id, name, state, created_at, nickname, face_url, is_barred FROM account WHERE name = $1",
            [.text(user.text)]
        ) { row in found = Account(row) }
        return found
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
