import Domain
import Storage

/// Whom a listener wants to hear of: a user, a group or a channel. Events are judged by the numbers of their subjects, before
/// anything else of them is read.
struct EventInterest {
    private let account: AccountNumber?
    private let group: GroupNumber?
    private let channel: ChannelNumber?

    /// All that have this id. Events that get the id only later are found by a later page.
    init(_ id: String, in store: any Transaction) throws(StoreError) {
        var (account, channel): (AccountNumber?, ChannelNumber?)
        try store.query("SELECT id FROM account WHERE name = $1", [.text(id)]) { row in account = row.integer(0) }
        try store.query("SELECT id FROM channel WHERE name = $1", [.text(id)]) { row in channel = row.integer(0) }
        (self.account, self.channel) = (account, channel)
        group = groupNumber(id)
    }

    /// `pair`: the users of the conversation, if they are known.
    func has(
        _ subject: EventSubject, between pair: Pair? = nil, in store: any Transaction
    ) throws(StoreError) -> Bool {
        switch subject.kind {
        case .user: return account == AccountNumber(subject.number)
        case .group: return group == GroupNumber(subject.number)
        case .channel: return channel == ChannelNumber(subject.number)
        case .broadcasts: return false
        case .conversation:
            guard let account else { return false }
            var found = pair
            if found == nil {
                try store.query("SELECT low, high FROM conversation WHERE id = $1", [.integer(subject.number)]) { row in
                    found = Pair(row.integer(0), row.integer(1))
                }
            }
            return found.map { $0.low == account || $0.high == account } ?? false
        }
    }
}
