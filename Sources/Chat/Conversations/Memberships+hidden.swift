import ClientProtocol
import Domain
import Storage

/// M-27: the messages that users have deleted for themselves, by their seqs. Few memberships have any, which their marks say.
extension Memberships {
    /// In one conversation of a user.
    static let mostHidden = 10_000

    func hide(
        _ seqs: [Seq], for account: AccountNumber, in conversation: ConversationNumber
    ) throws(CommandError) {
        for seq in seqs {
            try work.execute(
                "INSERT INTO hidden_message (membership, seq) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [.integer(PairKey.key(account, conversation)), .integer(seq)])
        }
    }

    func countHidden(for account: AccountNumber, in conversation: ConversationNumber) throws(CommandError) -> Int {
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM hidden_message WHERE membership = $1",
            [.integer(PairKey.key(account, conversation))]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    /// Those up to a seq need nobody to remember them.
    func eraseHidden(
        for account: AccountNumber, in conversation: ConversationNumber, through seq: Seq
    ) throws(CommandError) {
        try work.execute(
            "DELETE FROM hidden_message WHERE membership = $1 AND seq <= $2",
            [.integer(PairKey.key(account, conversation)), .integer(seq)])
    }

    /// Of a deleted account.
    func eraseHidden(of account: AccountNumber) throws(CommandError) {
        let bounds = PairKey.bounds(account)
        try work.execute(
            "DELETE FROM hidden_message WHERE membership > $1 AND membership <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
    }

    /// M-07: who is not told what becomes of the message.
    func members(whoHide seq: Seq, of conversation: ConversationNumber) throws(CommandError) -> [AccountNumber] {
        var members: [AccountNumber] = []
        try work.query(
            "SELECT membership >> 32 FROM hidden_message WHERE membership & 4294967295 = $1 AND seq = $2",
            [.integer(conversation), .integer(seq)]
        ) { row in members.append(row.integer(0)) }
        return members
    }

    /// Among these seqs. For readers, too.
    static func hiddenSeqs(
        _ range: ClosedRange<Seq>, of account: AccountNumber, in conversation: ConversationNumber,
        _ store: any Transaction
    ) throws(StoreError) -> Set<Seq> {
        var found: Set<Seq> = []
        try store.query(
            "SELECT seq FROM hidden_message WHERE membership = $1 AND seq >= $2 AND seq <= $3",
            [
                .integer(PairKey.key(account, conversation)), .integer(range.lowerBound), .integer(range.upperBound),
            ]
        ) { row in found.insert(row.integer(0)) }
        return found
    }

    static func hides(
        _ seq: Seq, of account: AccountNumber, in conversation: ConversationNumber, _ store: any Transaction
    ) throws(StoreError) -> Bool {
        try !hiddenSeqs(seq...seq, of: account, in: conversation, store).isEmpty
    }

    /// The last one; 0: there is none.
    static func hiddenEnd(
        of account: AccountNumber, in conversation: ConversationNumber, _ store: any Transaction
    ) throws(StoreError) -> Seq {
        var end: Seq = 0
        try store.query(
            "SELECT coalesce(max(seq), 0) FROM hidden_message WHERE membership = $1",
            [.integer(PairKey.key(account, conversation))]
        ) { row in end = row.integer(0) }
        return end
    }
}

extension MembershipEdit {
    /// The user has neither deleted the message nor emptied the conversation since.
    func shows(_ seq: Seq, in store: any Transaction) throws(CommandError) -> Bool {
        guard seq > membership.visibleAfter else { return false }
        guard membership.hidesMessages else { return true }
        return try !stored(Memberships.hides(seq, of: account.number, in: conversation.number, store))
    }
}
