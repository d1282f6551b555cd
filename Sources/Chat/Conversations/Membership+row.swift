import Domain
import Storage

extension Membership {
    /// Those in the account's list.
    static func listed(of account: AccountNumber, in store: any Transaction) throws(StoreError) -> [Membership] {
        let bounds = PairKey.bounds(account)
        var found: [Membership] = []
        try store.query(
            """
            SELECT id, is_listed, listed_at, changed_at, is_pinned, receive_option, read_seq, unread_base,
                unread_ignored,
                visible_after, held_last, held, receipt_time, end_seq, mentions, claim, receipt_seq,
                is_marked_unread
            FROM membership WHERE id > $1 AND id <= $2 AND is_listed = 1
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row in found.append(Membership(row)) }
        return found
    }

    static func find(
        _ account: AccountNumber, in conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Membership? {
        var found: Membership?
        try store.query(
            """
            SELECT id, is_listed, listed_at, changed_at, is_pinned, receive_option, read_seq, unread_base,
                unread_ignored,
                visible_after, held_last, held, receipt_time, end_seq, mentions, claim, receipt_seq,
                is_marked_unread
            FROM membership WHERE id = $1
            """, [.integer(PairKey.key(account, conversation))]
        ) { row in found = Membership(row) }
        return found
    }

    /// The columns in the order of these statements. The peer is not among them: the conversation knows it.
    init(_ row: any Row) {
        self.init(conversation: PairKey.second(row.integer(0)), peer: 0)
        guard let option = ReceiveOption(rawValue: row.integer(5)),
            let ignoredRanges = IgnoredRanges(text: row.text(8)),
            let held = IgnoredRanges(text: row.text(11)), let claim = ListClaim(rawValue: row.integer(15))
        else { preconditionFailure("membership \(row.integer(0)) is not as it was written") }
        isListed = row.integer(1) != 0
        listedAt = row.integer(2)
        changedAt = row.integer(3)
        isPinned = row.integer(4) != 0
        self.option = option
        readSeq = row.integer(6)
        unread = Unread(base: row.integer(7), ignoredRanges: ignoredRanges)
        visibleAfter = row.integer(9)
        heldLast = row.integer(10)
        self.held = held
        receiptTime = row.integer(12)
        endSeq = row.integer(13) == 0 ? nil : row.integer(13)
        mentions = row.text(14).split(separator: " ").map { Seq($0)! }
        self.claim = claim
        receiptSeq = row.integer(16)
        isMarkedUnread = row.integer(17) != 0
    }
}

extension IgnoredRanges {
    /// `3-7 12-` for two of them, the second one open.
    var text: String {
        ranges.map { range in
            range.upperBound == IgnoredRanges.forever
                ? "\(range.lowerBound)-" : "\(range.lowerBound)-\(range.upperBound)"
        }.joined(separator: " ")
    }

    init?(text: String) {
        var ranges: [ClosedRange<Int64>] = []
        for part in text.split(separator: " ") {
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false)
            guard bounds.count == 2, let lower = Int64(bounds[0]),
                let upper = bounds[1].isEmpty ? IgnoredRanges.forever : Int64(bounds[1]), lower <= upper
            else { return nil }
            ranges.append(lower...upper)
        }
        self.init(ranges)
    }
}
