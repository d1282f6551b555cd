import Domain
import Storage

extension Membership {
    /// The columns in the order of the shelf's statements. The peer is not among them: the conversation knows it.
    init(_ row: any Row) {
        self.init(conversation: PairKey.second(row.integer(0)), peer: 0)
        guard let option = ReceiveOption(rawValue: row.integer(5)), let unread = Unread(base: row.integer(7), text: row.text(8))
        else { preconditionFailure("membership \(row.integer(0)) is not as it was written") }
        isListed = row.integer(1) != 0
        listedAt = row.integer(2)
        changedAt = row.integer(3)
        isPinned = row.integer(4) != 0
        self.option = option
        readSeq = row.integer(6)
        self.unread = unread
        visibleAfter = row.integer(9)
        heldLast = row.integer(10)
        heldUntil = row.integer(11)
        receiptTime = row.integer(12)
    }
}

extension Unread {
    /// `3-7 12-` for two holds, the second of them open.
    var holdsText: String {
        holds.map { hold in
            hold.upperBound == Unread.forever ? "\(hold.lowerBound)-" : "\(hold.lowerBound)-\(hold.upperBound)"
        }.joined(separator: " ")
    }

    init?(base: Int64, text: String) {
        var holds: [ClosedRange<Int64>] = []
        for part in text.split(separator: " ") {
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false)
            guard bounds.count == 2, let lower = Int64(bounds[0]),
                let upper = bounds[1].isEmpty ? Unread.forever : Int64(bounds[1]), lower <= upper
            else { return nil }
            holds.append(lower...upper)
        }
        self.init(base: base, holds: holds)
    }
}
