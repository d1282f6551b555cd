import Domain
import Storage

/// Conversations by number and by their two members, with the cache of those used last.
final class Conversations {
    private let work: UnitOfWork
    private let accounts: Accounts
    private var cache: GenerationCache<ConversationNumber, Conversation>
    private var numbers: GenerationCache<Parties, ConversationNumber>
    /// The number that was given last; nil: not read yet.
    private var last: ConversationNumber?
    private var crowded: Set<ConversationNumber> = []

    private static let byParties = Conversation.Column.select("WHERE low = $1 AND high = $2")
    private static let insertion = Conversation.Column.insert()
    private static let listed = PairSelection<StoredMessage.Column, Conversation.Column>(
        """
        FROM membership
            JOIN conversation ON conversation.id = membership.id & 4294967295 AND low > 0
            JOIN message ON message.id = last
        WHERE membership.id > $1 AND membership.id <= $2 AND is_listed = 1
        """)

    init(work: UnitOfWork, accounts: Accounts) {
        self.work = work
        self.accounts = accounts
        cache = GenerationCache(limit: work.options.cacheBytes / 4)
        numbers = GenerationCache(limit: work.options.cacheBytes / 16)
    }

    /// The message is the conversation's head from here on.
    func setLast(_ message: StoredMessage, of conversation: Conversation) {
        cache.add(weight: message.weight - (conversation.last?.weight ?? 0))
        conversation.last = message
    }

    func conversation(_ number: ConversationNumber) throws(CommandError) -> Conversation {
        if let conversation = cache.value(number, weight: \.weight) { return conversation }
        var found: ConversationRow?
        try work.query(Conversation.byNumber, [.integer(number)]) { row in found = ConversationRow(row) }
        guard let found else { throw .store(.missing("conversation", number)) }
        return try load(found)
    }

    /// The conversation between these, if they have one.
    func conversation(of parties: Parties) throws(CommandError) -> Conversation? {
        if let number = numbers.value(parties, weight: { _ in keyWeight }) { return try conversation(number) }
        var found: ConversationRow?
        try work.query(Self.byParties, [parties.low, parties.high]) { row in found = ConversationRow(row) }
        guard let found else { return nil }
        // The two caches forget apart, and there must not be a second object.
        if let conversation = cache.value(found.number, weight: \.weight) { return remember(conversation) }
        return try load(found)
    }

    /// As that account calls it.
    func id(of conversation: Conversation, for account: Account) throws(CommandError) -> ConversationID {
        switch conversation.parties {
        case .group(let number): return .group(String(number))
        case .users(let pair): return .c2c(try accounts.account(pair.other(than: account.number)).id)
        }
    }

    func makeConversation(of parties: Parties) throws(CommandError) -> Conversation {
        let number = try lastConversationNumber().next
        let conversation = Conversation(number: number, parties: parties, last: nil)
        try work.execute(Self.insertion, conversation.values)
        last = number
        return remember(conversation)
    }

    /// Reads those with other users that are in the account's list, and these users, as far as they are not in the caches.
    func loadListed(by account: Account) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        var loaded: [Conversation] = []
        try work.query(Self.listed, [.integer(bounds.after), .integer(bounds.through)]) {
            message, conversation throws(StoreError) in
            let number: ConversationNumber = conversation.integer(.id)
            guard cache.peek(number) == nil else { return }
            loaded.append(ConversationRow(conversation).conversation(last: try StoredMessage(message)))
        }
        for conversation in loaded {
            try loadVoids(of: conversation)
            _ = remember(conversation)
        }
        if !loaded.isEmpty { try accounts.loadListed(by: account) }
    }

    private func load(_ row: ConversationRow) throws(CommandError) -> Conversation {
        let message = try stored(StoredMessage.find(row.last, in: work.store))
        // Without it, seqs would be given again.
        if message == nil, row.last != 0 { throw .store(.missing("message", row.last)) }
        let conversation = row.conversation(last: message)
        if row.targeted != 0 {
            guard let targeted = try stored(StoredMessage.find(row.targeted, in: work.store)) else {
                throw .store(.missing("message", row.targeted))
            }
            conversation.targeted = (targeted.id, targeted.seq)
        }
        if conversation.group != nil {
            for call in try callsToAll(in: row.number).reversed() { conversation.note(call) }
        }
        try loadVoids(of: conversation)
        return remember(conversation)
    }

    private func loadVoids(of conversation: Conversation) throws(CommandError) {
        if conversation.change > 0 { try stored(conversation.loadVoids(from: work.store)) }
    }

    // MARK: - Changes of messages

    /// M-08: the place of a change that happens now.
    func takeChange(in conversation: Conversation) throws(CommandError) -> Seq {
        let place = conversation.change + 1
        try work.execute(
            "UPDATE conversation SET change = $2 WHERE id = $1", [.integer(conversation.number), .integer(place)])
        conversation.note(change: place)
        return place
    }

    /// M-09: changes up to there are known no more.
    func loseChanges(through place: Seq, in number: ConversationNumber) throws(CommandError) {
        try work.execute(
            "UPDATE conversation SET changes_lost = max(changes_lost, $2) WHERE id = $1",
            [.integer(number), .integer(place)])
        cache.peek(number)?.note(lostThrough: place)
    }

    /// M-02: the message leaves all counts.
    ///
    /// `readUpTo`: between two, the last number that the reader has read: nobody asks for what is before.
    func void(
        _ message: StoredMessage, in conversation: Conversation, readUpTo: Int64
    ) throws(CommandError) {
        let reader: AccountNumber =
            switch conversation.parties {
            case .group: message.sender
            case .users(let pair): pair.other(than: message.sender)
            }
        guard let number = message.number(for: reader, in: conversation), number > readUpTo else { return }
        let side = conversation.side(of: reader)
        var voids = conversation.voids(of: side)
        guard let insertion = voids.insert(number) else { return }
        try stored(Voids.save(insertion, side, of: conversation.number, to: work.store))
        conversation.setVoids(voids, of: side)
        cache.add(weight: 24)
        if side == .all, voids.ranges.count % manyVoids == 0 { crowded.insert(conversation.number) }
    }

    /// A group's conversation of which the voids have become many since they were looked through.
    func takeCrowded() -> Conversation? {
        guard let number = crowded.popFirst() else { return nil }
        return cache.peek(number)
    }

    /// These members have read up to there: nobody asks for these voids again.
    func forgetVoids(through number: Int64, of account: AccountNumber, in conversation: Conversation)
        throws(CommandError)
    {
        let side = conversation.side(of: account)
        var voids = conversation.voids(of: side)
        let gone = voids.forget(through: number)
        if gone.isEmpty { return }
        try stored(Voids.erase(gone, side, of: conversation.number, from: work.store))
        conversation.setVoids(voids, of: side)
    }

    /// The last ones, newest first.
    private func callsToAll(in conversation: ConversationNumber) throws(CommandError) -> [CallToAll] {
        var calls: [CallToAll] = []
        try work.query(
            """
            SELECT seq, id, sender FROM message WHERE conversation = $1 AND settings & 512 != 0
            ORDER BY seq DESC LIMIT $2
            """, [.integer(conversation), .integer(Int64(AtInfo.most))]
        ) { row in calls.append(CallToAll(seq: row.integer(0), id: row.integer(1), sender: row.integer(2))) }
        return calls
    }

    private func remember(_ conversation: Conversation) -> Conversation {
        cache.insert(conversation, for: conversation.number, weight: conversation.weight)
        numbers.insert(conversation.number, for: conversation.parties, weight: keyWeight)
        return conversation
    }

    private func lastConversationNumber() throws(CommandError) -> ConversationNumber {
        if let last { return last }
        var last: ConversationNumber = 0
        // A row with a number that is none does not keep new ones away.
        try work.query("SELECT coalesce(max(id), 0) FROM conversation WHERE id < 2147483647", []) { row in
            last = row.integer(0)
        }
        return last
    }

    func conversation(of group: Group) throws(CommandError) -> Conversation {
        try conversation(group.conversation)
    }

    /// The row of the message's conversation names it as the last one.
    func saveLast(_ message: StoredMessage) throws(CommandError) {
        try work.execute(
            message.isTargeted
                ? "UPDATE conversation SET targeted = $2 WHERE id = $1"
                : "UPDATE conversation SET last = $2 WHERE id = $1",
            [.integer(message.conversation), .integer(message.id)])
    }

    /// Between the account and others, and with itself.
    func all(with account: Account) throws(CommandError) -> [Conversation] {
        var numbers: [ConversationNumber] = []
        try work.query(
            """
            SELECT id FROM conversation WHERE low = $1 UNION SELECT id FROM conversation WHERE high = $1 AND low > 0
            """,
            [.integer(account.number)]
        ) { row in numbers.append(row.integer(0)) }
        return try numbers.map(conversation)
    }

    /// Between commands the cache may let go of what was asked for longest ago.
    func letGo() {
        cache.letGo()
        numbers.letGo()
    }

    /// After a rollback nothing in memory is sure.
    func forget() {
        cache.removeAll()
        numbers.removeAll()
        last = nil
        crowded = []
    }
}

/// Each time when a group has so many more ranges of voids, they are looked through.
private let manyVoids = 256

extension Conversation {
    enum Column: Int, TableColumn {
        static let table = "conversation"
        case id, low, high, last, change, changesLost, targeted
    }

    static let byNumber = Column.select("WHERE id = $1")

    fileprivate var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(number)
            case .low: parties.low
            case .high: parties.high
            case .last: .integer(last?.id ?? 0)
            case .change: .integer(change)
            case .changesLost: .integer(changesLost)
            case .targeted: .integer(targeted?.id ?? 0)
            }
        }
    }

    /// Of a conversation in which a message was ever changed.
    func loadVoids(from store: any Transaction) throws(StoreError) {
        for side in group == nil ? [VoidSide.low, .high] : [.all] {
            setVoids(try Voids.find(side, of: number, in: store), of: side)
        }
    }

    var weight: Int { 160 + (last?.weight ?? 0) }
}

/// A row of `conversation`.
struct ConversationRow {
    let number: ConversationNumber
    let parties: Parties
    let last: MessageNumber
    let change: Seq
    let changesLost: Seq
    let targeted: MessageNumber

    init(_ row: TypedRow<Conversation.Column>) {
        number = row.integer(.id)
        parties = Parties(row, .low, .high)
        last = row.integer(.last)
        change = row.integer(.change)
        changesLost = row.integer(.changesLost)
        targeted = row.integer(.targeted)
    }

    static func find(
        _ number: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> ConversationRow? {
        var found: ConversationRow?
        try store.query(Conversation.byNumber, [.integer(number)]) { row in found = ConversationRow(row) }
        return found
    }

    func conversation(last: StoredMessage?) -> Conversation {
        Conversation(number: number, parties: parties, last: last, change: change, changesLost: changesLost)
    }
}
