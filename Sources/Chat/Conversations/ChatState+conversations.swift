import Domain
import Storage

extension ChatState {
    func conversation(_ number: Int64) throws -> Conversation {
        if let conversation = conversations.value(number, weight: \.weight) { return conversation }
        var found: (pair: Pair, last: Int64)?
        try store.query("SELECT low, high, last FROM conversation WHERE id = $1", [.integer(number)]) { row in
            found = (Pair(row.integer(0), row.integer(1)), row.integer(2))
        }
        guard let found else { preconditionFailure("there is no conversation \(number)") }
        return try load(number, found.pair, last: found.last)
    }

    /// The conversation of two accounts, if they have one.
    func conversation(of pair: Pair) throws -> Conversation? {
        if let number = conversationNumbers.value(pair, weight: { _ in keyWeight }) { return try conversation(number) }
        var found: (number: Int64, last: Int64)?
        try store.query(
            "SELECT id, last FROM conversation WHERE low = $1 AND high = $2",
            [.integer(pair.low), .integer(pair.high)]
        ) { row in found = (row.integer(0), row.integer(1)) }
        guard let found else { return nil }
        // The two caches forget apart, and there must not be a second object.
        if let conversation = conversations.value(found.number, weight: \.weight) { return remember(conversation) }
        return try load(found.number, pair, last: found.last)
    }

    /// As that account calls it.
    func id(of conversation: Conversation, for account: Account) throws -> ConversationID {
        if let group = conversation.group { return .group(String(group)) }
        return .c2c(try self.account(conversation.peer(of: account.number)).id)
    }

    func makeConversation(of pair: Pair) throws -> Conversation {
        let number = try lastConversationNumber() + 1
        try store.execute(
            "INSERT INTO conversation (id, low, high, last) VALUES ($1, $2, $3, 0)",
            [.integer(number), .integer(pair.low), .integer(pair.high)])
        lastConversation = number
        return remember(Conversation(number: number, low: pair.low, high: pair.high, last: nil))
    }

    private func load(_ number: Int64, _ pair: Pair, last: Int64) throws -> Conversation {
        let conversation = Conversation(
            number: number, low: pair.low, high: pair.high, last: try StoredMessage.find(last, in: store))
        if conversation.group != nil {
            for call in try callsToAll(in: number).reversed() { conversation.note(call) }
        }
        return remember(conversation)
    }

    /// The last ones, newest first.
    private func callsToAll(in conversation: Int64) throws -> [CallToAll] {
        var calls: [CallToAll] = []
        try store.query(
            """
            SELECT seq, id, sender FROM message WHERE conversation = $1 AND settings & 512 != 0
            ORDER BY seq DESC LIMIT $2
            """, [.integer(conversation), .integer(Int64(AtInfo.most))]
        ) { row in calls.append(CallToAll(seq: row.integer(0), id: row.integer(1), sender: row.integer(2))) }
        return calls
    }

    private func remember(_ conversation: Conversation) -> Conversation {
        conversations.insert(conversation, for: conversation.number, weight: conversation.weight)
        conversationNumbers.insert(
            conversation.number, for: Pair(conversation.low, conversation.high), weight: keyWeight)
        return conversation
    }

    private func lastConversationNumber() throws -> Int64 {
        if let lastConversation { return lastConversation }
        var last: Int64 = 0
        try store.query("SELECT coalesce(max(id), 0) FROM conversation", []) { row in last = row.integer(0) }
        return last
    }
}

extension Conversation {
    var weight: Int { 160 + (last?.weight ?? 0) }
}
