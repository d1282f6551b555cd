import ClientProtocol
import Domain
import Storage

extension Books {
    /// The last seq of the user's stream. Retention leaves the last row alone, so this is never lost.
    func streamSeq(of account: Account) throws -> Int64 {
        if let seq = account.streamSeq { return seq }
        let bounds = PairKey.bounds(account.number)
        var seq: Int64 = 0
        try store.query(
            "SELECT id FROM stream_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in seq = PairKey.second(row.integer(0)) }
        account.streamSeq = seq
        return seq
    }

    /// Writes an event into the user's stream and returns its seq.
    func note(
        _ kind: StreamEventKind, subject: Int64, value: Int64 = 0, detail: String? = nil, for account: Account
    ) throws -> Int64 {
        let seq = try streamSeq(of: account) + 1
        try store.execute(
            "INSERT INTO stream_event (id, stamp, kind, conversation, value, detail) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .integer(PairKey.key(account.number, seq)), .integer(try stamp()), .integer(kind.rawValue),
                .integer(subject), .integer(value), detail.map(SQLValue.text) ?? .null,
            ])
        account.streamSeq = seq
        // In pieces; what waits to be deleted is not given out any more.
        let excess = seq - Int64(options.eventsPerUser)
        if excess > 0, excess % trimming == 0 {
            try store.execute(
                "DELETE FROM stream_event WHERE id > $1 AND id <= $2",
                [.integer(PairKey.bounds(account.number).after), .integer(PairKey.key(account.number, excess))])
        }
        return seq
    }

    /// Nothing of the stream is given out any more, and no position in it can be gone on from: a row that is older than
    /// anything kept carries its seq on.
    func beginStreamAnew(of account: Account) throws {
        let seq = try streamSeq(of: account) + 1
        let bounds = PairKey.bounds(account.number)
        try store.execute(
            "DELETE FROM stream_event WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        try store.execute(
            "INSERT INTO stream_event (id, stamp, kind, conversation, value) VALUES ($1, $2, 0, 0, 0)",
            [.integer(PairKey.key(account.number, seq)), .integer(.min)])
        account.streamSeq = seq
    }

    package struct StreamPage: Sendable {
        package let events: [StreamEvent]
        package let seq: Int64
        package let isFinished: Bool
    }

    /// What came after a position, to be fetched where a resume left a gap.
    package func events(of number: Int64, after position: Int64, limit: Int, bytes: Int = .max) throws -> StreamPage {
        let account = try caller(number)
        let head = try streamSeq(of: account)
        guard let noted = try noted(of: account, after: position, limit: limit) else {
            throw Refusal(.resyncRequired, keys: ["after"])
        }
        let events = try tell(noted, of: account)
        var left = bytes
        let fitting = events.prefix { event in
            defer { left -= event.weight }
            return left >= event.weight || left == bytes
        }
        // Where some do not fit, the next page begins with the first of them.
        let end = fitting.count < events.count ? fitting.last!.seq : noted.last?.seq ?? head
        return StreamPage(events: Array(fitting), seq: end, isFinished: end == head)
    }

    /// The rows after a position, as many as asked for; nil if some of them are no longer kept, or the position is none.
    func noted(of account: Account, after position: Int64, limit: Int) throws -> [NotedEvent]? {
        let head = try streamSeq(of: account)
        guard position <= head, position >= head - Int64(options.eventsPerUser) else { return nil }
        var rows: [NotedEvent] = []
        try store.query(
            """
            SELECT id, kind, conversation, value, detail FROM stream_event
            WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT $4
            """,
            [
                .integer(PairKey.key(account.number, position)), .integer(PairKey.bounds(account.number).through),
                .integer(streamCutoff), .integer(Int64(limit)),
            ]
        ) { row in rows.append(NotedEvent(row)) }
        let isWhole = rows.first.map { $0.seq == position + 1 } ?? (position == head)
        return isWhole ? rows : nil
    }

    /// The stamp before which events are no longer kept.
    var streamCutoff: Int64 { (now - Int64(options.streamDays) * millisecondsPerDay) * 1_000 }

    /// A conversation is told as it is now, not as it was then; one that has left the list is not told.
    func tell(_ rows: [NotedEvent], of account: Account) throws -> [StreamEvent] {
        var views: [Int64: ConversationView?] = [:]
        return try rows.compactMap { row in
            try content(of: row, for: account, &views).map { StreamEvent(seq: row.seq, content: $0) }
        }
    }

    private func content(
        of row: NotedEvent, for account: Account, _ views: inout [Int64: ConversationView?]
    ) throws -> StreamEvent.Content? {
        switch row.kind {
        case .receipt:
            let peer = try self.account(conversation(row.subject).peer(of: account.number))
            return .receipt(ReceiptView(conversation: .c2c(peer.id), time: row.value))
        case .conversationChanged, .conversationNew:
            if views[row.subject] == nil {
                let entry = try entry(of: account, in: conversation(row.subject))
                views[row.subject] = .some(entry.membership.isListed ? try view(entry) : nil)
            }
            return views[row.subject]!.map { .conversation($0, isNew: row.kind == .conversationNew) }
        case .relation:
            guard let change = RelationChange(rawValue: row.value), let users = row.detail else {
                preconditionFailure("stream event \(row.seq) of \(account.id) is not as it was written")
            }
            return .relation(
                RelationView(change: change, users: users, isOwn: false, unreadRequests: nil, version: nil))
        case .profile:
            return .profile(try self.account(row.subject).id)
        case .team:
            guard let kind = TeamEventKind(rawValue: row.value), let data = row.detail else {
                preconditionFailure("stream event \(row.seq) of \(account.id) is not as it was written")
            }
            return .team(TeamEvent(kind: kind, team: row.subject, data: data, seq: row.seq))
        case .subscriptions:
            return .subscriptions(SubscriptionChange.read(row.detail ?? "[]"))
        }
    }
}

/// How many rows over the limit are cut off at a time.
private let trimming: Int64 = 100

extension NotedEvent {
    fileprivate init(_ row: any Row) {
        guard let kind = StreamEventKind(rawValue: row.integer(1)) else {
            preconditionFailure("stream event \(row.integer(0)) is not as it was written")
        }
        self.init(
            seq: PairKey.second(row.integer(0)), kind: kind, subject: row.integer(2), value: row.integer(3),
            detail: row.optionalText(4))
    }
}
