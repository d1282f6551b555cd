import ClientProtocol
import Domain
import Storage

extension Books {
    /// R-06, C-21, X-07: a device of the user comes. `positions`: what it says it has; nil if it begins afresh.
    package func logIn(_ user: UserID, device: String, resuming positions: Positions?) throws -> Login {
        let account = try loginAccount(user)
        let seq = try streamSeq(of: account)
        let total = try shelf(of: account).total
        guard let positions else {
            return Login(account: account.number, streamSeq: seq, resumption: nil, changed: [], total: total)
        }
        var known = try self.positions(of: device, of: account.number) ?? Positions()
        known.prefer(positions)
        var budget = Budget(messages: options.resumeMessages, bytes: options.resumeBytes)
        let (stream, noted) = try resumeUser(account, from: known.user, within: &budget)
        let (conversations, missed) = try resumeConversations(account, known, noted, within: &budget)
        let touched = missed.union(noted.filter { $0.kind != .receipt }.map(\.conversation))
        let changed = try listed(of: account).filter { touched.contains($0.conversation.number) }.map(view)
        return Login(
            account: account.number, streamSeq: seq,
            resumption: Resumption(user: stream, conversations: conversations), changed: changed, total: total)
    }

    private func loginAccount(_ user: UserID) throws -> Account {
        switch try account(user)?.state {
        case .active: return try account(user)!
        case .disabled: throw Refusal(.forbidden, "the account is disabled")
        case .deleted, nil:
            guard options.createsAccounts else { throw Refusal(.noAccount) }
            return try makeAccount(user)
        }
    }

    // MARK: - The user's stream

    private func resumeUser(
        _ account: Account, from position: Int64?, within budget: inout Budget
    ) throws -> (Resumption.Stream<StreamEvent>, [NotedEvent]) {
        let head = try streamSeq(of: account)
        guard let position, let noted = try noted(of: account, after: position, limit: options.resumeEvents + 1) else {
            return (.init(verdict: .reset(from: try firstEvent(of: account)), seq: head), [])
        }
        let events = try tell(noted, of: account)
        guard noted.count <= options.resumeEvents, budget.take(bytes: events.reduce(0) { $0 + $1.weight }) else {
            return (.init(verdict: .gap(position + 1...head), seq: head), [])
        }
        return (.init(verdict: .recovered(events), seq: head), noted)
    }

    private func firstEvent(of account: Account) throws -> Int64 {
        let bounds = PairKey.bounds(account.number)
        var first = try streamSeq(of: account) + 1
        try store.query(
            "SELECT id FROM stream_event WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT 1",
            [
                .integer(bounds.after), .integer(bounds.through), .integer(streamCutoff),
            ]
        ) { row in first = PairKey.second(row.integer(0)) }
        return max(first, try streamSeq(of: account) - Int64(options.eventsPerUser) + 1)
    }

    // MARK: - The conversations

    /// Those the device named, and those that came into the list since. Also tells in which of them something was missed.
    private func resumeConversations(
        _ account: Account, _ known: Positions, _ noted: [NotedEvent], within budget: inout Budget
    ) throws -> ([(id: String, stream: Resumption.Stream<MessageView>)], missed: Set<Int64>) {
        var wanted = known.conversations
        for event in noted where event.kind == .conversationNew {
            let peer = try self.account(conversation(event.conversation).peer(of: account.number))
            let id = ConversationID.c2c(peer.id).description
            if wanted[id] == nil { wanted[id] = 0 }
        }
        var missed: Set<Int64> = []
        var answers: [(id: String, stream: Resumption.Stream<MessageView>)] = []
        for (id, position) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let entry = try ConversationID(id).flatMap({ try self.entry($0, of: account) }) else {
                answers.append((id, .init(verdict: .reset(from: 1), seq: 0)))
                continue
            }
            if entry.conversation.lastSeq > position { missed.insert(entry.conversation.number) }
            answers.append((id, try resume(entry, from: position, within: &budget)))
        }
        return (answers, missed)
    }

    private func resume(
        _ entry: Entry, from position: Int64, within budget: inout Budget
    ) throws -> Resumption.Stream<MessageView> {
        let head = entry.conversation.lastSeq
        let visible = entry.membership.visibleAfter
        guard position <= head, position >= visible || position == 0 else {
            return .init(verdict: .reset(from: visible + 1), seq: head)
        }
        let start = max(position, visible)
        guard start < head else { return .init(verdict: .recovered([]), seq: head) }
        let first = try firstSeq(of: entry.conversation, after: start)
        guard first == start + 1 else { return .init(verdict: .reset(from: first), seq: head) }
        guard let messages = try missed(entry, after: start, within: &budget) else {
            return .init(verdict: .gap(start + 1...head), seq: head)
        }
        return .init(verdict: .recovered(messages), seq: head)
    }

    /// What the device may have of the messages after a seq; nil if it is more than fits into the reply.
    private func missed(_ entry: Entry, after seq: Int64, within budget: inout Budget) throws -> [MessageView]? {
        let conversation = entry.conversation
        guard conversation.lastSeq - seq <= budget.messages else { return nil }
        var found: [StoredMessage] = []
        try store.query(
            """
            SELECT id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body, push_text
            FROM message WHERE conversation = $1 AND seq > $2 ORDER BY seq
            """, [.integer(conversation.number), .integer(seq)]
        ) { row in found.append(StoredMessage(row)) }
        found.removeAll { message in
            let isOwn = message.sender == entry.account.number
            return !message.settings.isKept(forSender: isOwn) || !isOwn && entry.membership.held.contains(message.seq)
        }
        guard budget.take(found) else { return nil }
        return try found.map { try view($0, in: conversation, for: entry.account) }
    }

    /// The first that is still given out.
    private func firstSeq(of conversation: Conversation, after seq: Int64) throws -> Int64 {
        var first = conversation.lastSeq + 1
        try store.query(
            "SELECT seq FROM message WHERE conversation = $1 AND seq > $2 AND id >= $3 ORDER BY seq LIMIT 1",
            [.integer(conversation.number), .integer(seq), .integer(messageCutoff)]
        ) { row in first = row.integer(0) }
        return first
    }
}

/// What one reply may still carry.
private struct Budget {
    var messages: Int
    var bytes: Int

    /// False, and nothing is taken, if it is too much.
    mutating func take(_ found: [StoredMessage]) -> Bool {
        guard found.count <= messages, take(bytes: found.reduce(0) { $0 + $1.weight }) else { return false }
        messages -= found.count
        return true
    }

    mutating func take(bytes amount: Int) -> Bool {
        guard amount <= bytes else { return false }
        bytes -= amount
        return true
    }
}

extension StreamEvent {
    /// What it takes in a reply, about.
    fileprivate var weight: Int {
        switch content {
        case .receipt: 128
        case .conversation(let view, _): 384 + (view.last?.message.weight ?? 0)
        }
    }
}

extension MessageSettings {
    /// T-Q15: whether a device that was away gets the message.
    fileprivate func isKept(forSender isOwn: Bool) -> Bool {
        contains([.roaming, .persist]) && (!isOwn || contains(.sync))
    }
}

extension Positions {
    /// What the device says itself counts more than what it said before.
    fileprivate mutating func prefer(_ told: Positions) {
        user = told.user ?? user
        conversations.merge(told.conversations) { $1 }
    }
}
