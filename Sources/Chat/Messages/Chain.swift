import Domain
import Storage

/// A conversation's messages as the store has them: each names the one before it, and every 64th stands in an index. So a
/// message costs no page of an index of its own, and one is found in at most 64 steps (docs/decisions/009).
struct Chain {
    private let conversation: ConversationNumber
    private let last: (id: MessageNumber, seq: Seq)

    init?(_ conversation: Conversation) {
        guard let head = conversation.head else { return nil }
        self.init(conversation: conversation.number, last: head)
    }

    private init(conversation: ConversationNumber, last: (id: MessageNumber, seq: Seq)) {
        self.conversation = conversation
        self.last = last
    }

    var lastSeq: Seq { last.seq }

    /// The chain of two accounts' conversation, if anything has been said in it. For readers, who know nothing but the store.
    static func find(_ parties: Parties, in store: any Transaction) throws(StoreError) -> (
        conversation: ConversationNumber, chain: Chain?, change: Seq
    )? {
        var found: (conversation: ConversationNumber, chain: Chain?, change: Seq)?
        try store.query(
            """
            SELECT conversation.id, message.id, message.seq, conversation.change FROM conversation
            LEFT JOIN message ON message.id = max(conversation.last, conversation.targeted)
            WHERE conversation.low = $1 AND conversation.high = $2
            """, [parties.low, parties.high]
        ) { row in
            let number: ConversationNumber = row.integer(0)
            let chain = row.optionalInteger(1).map { Chain(conversation: number, last: ($0, row.integer(2))) }
            found = (number, chain, row.integer(3))
        }
        return found
    }

    /// The messages that are wanted.
    struct Filter {
        /// All of these have to be set.
        var settings: MessageSettings = []
        /// Those of this account are not wanted.
        var exceptBy: AccountNumber = 0
        /// M-27: these are not wanted.
        var hidden: Set<Seq> = []
        /// M-54: those that are not for this user are not wanted; nil: all are.
        var recipient: MessageRecipient?
        /// The stamp before which none are.
        var cutoff: Stamp = 0
        /// M-36: those that have expired by then are not wanted; nil: they are.
        var now: Milliseconds?

        fileprivate func takes(_ message: StoredMessage) -> Bool {
            message.settings.isSuperset(of: settings) && message.sender != exceptBy
                && (hidden.isEmpty || !hidden.contains(message.seq)) && recipient?.isIn(message.audience) ?? true
                && !(now.map(message.isGone) ?? false)
        }
    }

    /// The result of a walk.
    struct Walk {
        var messages: [StoredMessage] = []
        /// How many were looked at, wanted or not.
        var passed = 0
        /// The seq at which the walk was ended for its length; nil if the range was at its end, or the limit was reached.
        var cut: Seq?
    }

    /// The last messages of a range, from the last one down, as far as they are kept: up to a limit, and after so many steps
    /// at most, since there can be many that are not wanted.
    func messages(
        _ seqs: ClosedRange<Seq>, _ filter: Filter = Filter(), limit: Int = .max, steps: Int = .max,
        in store: any Transaction
    ) throws(StoreError) -> Walk {
        var walk = Walk()
        var next = try link(at: seqs.upperBound, in: store)
        var left = steps
        while walk.messages.count < limit, left > 0 {
            let wanted = min(limit - walk.messages.count, left, pageOfWalk)
            let page = try StoredMessage.chain(
                from: next, downTo: seqs.lowerBound, since: filter.cutoff, limit: wanted, in: store)
            walk.messages += page.filter(filter.takes)
            walk.passed += page.count
            left -= page.count
            guard page.count == wanted, let last = page.last else { break }
            if left == 0 { walk.cut = last.seq }
            if last.seq == seqs.lowerBound { break }
            next = last.previous
        }
        return walk
    }

    /// The first message after a seq that is not from before the cutoff; one after the last if there is none.
    func firstSeq(after seq: Seq, since cutoff: Stamp, in store: any Transaction) throws(StoreError) -> Seq {
        var anchor = last.id
        try store.query(
            """
            SELECT id FROM message WHERE conversation = $1 AND seq > $2 AND seq % 64 = 0 AND id >= $3 ORDER BY seq LIMIT 1
            """, [.integer(conversation), .integer(seq), .integer(cutoff)]
        ) { row in anchor = row.integer(0) }
        var first: Seq?
        try store.query(
            """
            WITH RECURSIVE chain (seq, previous) AS (
                SELECT seq, previous FROM message WHERE id = $1 AND seq > $2 AND id >= $3
                UNION ALL
                SELECT message.seq, message.previous FROM chain JOIN message ON message.id = chain.previous
                    WHERE message.seq > $2 AND message.id >= $3 AND message.seq < chain.seq)
            SELECT min(seq) FROM chain
            """, [.integer(anchor), .integer(seq), .integer(cutoff)]
        ) { row in first = row.optionalInteger(0) }
        return first ?? last.seq + 1
    }

    /// The id of the message at that place; of the last one if the place is beyond it.
    private func link(at seq: Seq, in store: any Transaction) throws(StoreError) -> MessageNumber {
        if last.seq <= seq { return last.id }
        var id = last.id
        if last.seq.count(after: seq) >= 64 {
            try store.query(
                "SELECT id FROM message WHERE conversation = $1 AND seq >= $2 AND seq % 64 = 0 ORDER BY seq LIMIT 1",
                [.integer(conversation), .integer(seq)]
            ) { row in id = row.integer(0) }
        }
        try store.query(
            """
            WITH RECURSIVE chain (id, seq, previous) AS (
                SELECT id, seq, previous FROM message WHERE id = $1
                UNION ALL
                SELECT message.id, message.seq, message.previous FROM chain JOIN message ON message.id = chain.previous
                    WHERE chain.seq > $2 AND message.seq < chain.seq)
            SELECT CASE WHEN seq > $2 THEN previous ELSE id END FROM chain ORDER BY seq LIMIT 1
            """, [.integer(id), .integer(seq)]
        ) { row in id = row.integer(0) }
        return id
    }
}

/// How many messages of a walk are read by one query.
private let pageOfWalk = 256
