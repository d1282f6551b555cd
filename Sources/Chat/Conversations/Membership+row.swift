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
        ) { row throws(StoreError) in found.append(try Membership(row)) }
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
        ) { row throws(StoreError) in found = try Membership(row) }
        return found
    }

    /// The columns in the order of these statements. The peer is not among them: the conversation knows it.
    init(_ row: any Row) throws(StoreError) {
        self.init(conversation: PairKey.second(row.integer(0)), peer: 0)
        isListed = row.integer(1) != 0
        listedAt = row.integer(2)
        changedAt = row.integer(3)
        isPinned = row.integer(4) != 0
        option = try row.choice(5)
        readSeq = row.integer(6)
        unread = Unread(base: row.integer(7), ignoredRanges: try row.decoded(8, IgnoredRanges.init(text:)))
        visibleAfter = row.integer(9)
        heldLast = row.integer(10)
        held = try row.decoded(11, IgnoredRanges.init(text:))
        receiptTime = row.integer(12)
        endSeq = row.integer(13) == 0 ? nil : row.integer(13)
        mentions = try row.seqs(14)
        claim = try row.choice(15)
        receiptSeq = row.integer(16)
        isMarkedUnread = row.integer(17) != 0
    }
}

extension IgnoredRanges {
    /// No number of a row is larger.
    private static let bound: Int64 = 1 << 53

    /// `3-7 12-` for two of them, the second one open.
    var text: String {
        ranges.map { range in
            range.upperBound == IgnoredRanges.forever
                ? "\(range.lowerBound)-" : "\(range.lowerBound)-\(range.upperBound)"
        }.joined(separator: " ")
    }

    init?(text: String) {
        var ranges: [ClosedRange<Int64>] = []
        var last = -IgnoredRanges.bound
        for part in text.split(separator: " ") {
            guard last <= IgnoredRanges.bound else { return nil }
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false)
            guard bounds.count == 2, let lower = Int64(bounds[0]),
                let upper = bounds[1].isEmpty ? IgnoredRanges.forever : Int64(bounds[1]),
                (last...IgnoredRanges.bound).contains(lower),
                lower <= upper, upper <= IgnoredRanges.bound || upper == IgnoredRanges.forever
            else { return nil }
            ranges.append(lower...upper)
            last = upper
        }
        self.init(ranges)
    }
}
