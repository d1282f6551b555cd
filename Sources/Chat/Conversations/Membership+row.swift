import Domain
import Storage

extension Membership {
    enum Column: Int, TableColumn {
        static let table = "membership"
        case id, isListed, listedAt, changedAt, isPinned, receiveOption, readSeq, unreadBase, unreadIgnored
        case visibleAfter, heldLast, held, receiptTime, endSeq, mentions, claim, receiptSeq, marks
        case unreadCarried
    }

    private static let listed = Column.select("WHERE id > $1 AND id <= $2 AND is_listed = 1")
    private static let byKey = Column.select("WHERE id = $1")

    /// Those in the account's list.
    static func listed(of account: AccountNumber, in store: any Transaction) throws(StoreError) -> [Membership] {
        let bounds = PairKey.bounds(account)
        var found: [Membership] = []
        try store.query(listed, [.integer(bounds.after), .integer(bounds.through)]) { row throws(StoreError) in
            found.append(try Membership(row))
        }
        return found
    }

    /// By conversation, where the others' streams have the account's receipts.
    static func receiptPlaces(
        of account: AccountNumber, in store: any Transaction
    ) throws(StoreError) -> [ConversationNumber: Seq] {
        let bounds = PairKey.bounds(account)
        var places: [ConversationNumber: Seq] = [:]
        try store.query(
            "SELECT id, receipt_seq FROM membership WHERE id > $1 AND id <= $2 AND receipt_seq != 0",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in places[PairKey.second(row.integer(0))] = row.integer(1) }
        return places
    }

    static func receiptTime(
        of account: AccountNumber, in conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Milliseconds {
        var time: Milliseconds = 0
        try store.query(
            "SELECT receipt_time FROM membership WHERE id = $1", [.integer(PairKey.key(account, conversation))]
        ) { row in time = row.integer(0) }
        return time
    }

    static func find(
        _ account: AccountNumber, in conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Membership? {
        var found: Membership?
        try store.query(byKey, [.integer(PairKey.key(account, conversation))]) { row throws(StoreError) in
            found = try Membership(row)
        }
        return found
    }

    /// The peer is in no column: the conversation knows it.
    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(conversation: PairKey.second(row.integer(.id)), peer: 0)
        isListed = row.flag(.isListed)
        listedAt = row.integer(.listedAt)
        changedAt = row.integer(.changedAt)
        isPinned = row.flag(.isPinned)
        option = try row.choice(.receiveOption)
        readSeq = row.integer(.readSeq)
        unread = Unread(
            base: row.integer(.unreadBase), ignoredRanges: try row.decoded(.unreadIgnored, IgnoredRanges.init(text:)),
            carried: row.integer(.unreadCarried))
        visibleAfter = row.integer(.visibleAfter)
        heldLast = row.integer(.heldLast)
        held = try row.decoded(.held, IgnoredRanges.init(text:))
        receiptTime = row.integer(.receiptTime)
        endSeq = row.flag(.endSeq) ? row.integer(.endSeq) : nil
        mentions = try row.seqs(.mentions)
        claim = try row.choice(.claim)
        receiptSeq = row.integer(.receiptSeq)
        let marks = MembershipMarks(rawValue: row.integer(.marks))
        isMarkedUnread = marks.contains(.unread)
        if marks.contains(.hides) { hidesMessages = true }
        // Until it has been read.
        if marks.contains(.note) { note = ConversationNote() }
    }

    private var marks: MembershipMarks {
        var marks: MembershipMarks = isMarkedUnread ? .unread : []
        if hidesMessages { marks.insert(.hides) }
        if note != nil { marks.insert(.note) }
        return marks
    }

    func values(of account: AccountNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(account, conversation))
            case .isListed: .flag(isListed)
            case .listedAt: .integer(listedAt)
            case .changedAt: .integer(changedAt)
            case .isPinned: .flag(isPinned)
            case .receiveOption: .integer(option.rawValue)
            case .readSeq: .integer(readSeq)
            case .unreadBase: .integer(unread.base)
            case .unreadIgnored: .text(unread.ignoredRanges.text)
            case .visibleAfter: .integer(visibleAfter)
            case .heldLast: .integer(heldLast)
            case .held: .text(held.text)
            case .receiptTime: .integer(receiptTime)
            case .endSeq: .integer(endSeq ?? 0)
            case .mentions: .text(mentions.map(String.init).joined(separator: " "))
            case .claim: .integer(claim.rawValue)
            case .receiptSeq: .integer(receiptSeq)
            case .marks: .integer(marks.rawValue)
            case .unreadCarried: .integer(unread.carried)
            }
        }
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
