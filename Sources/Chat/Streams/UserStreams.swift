import ClientProtocol
import Domain
import Storage

/// The stream of each user: what a device must not miss, numbered without holes.
///
/// It keeps nothing of its own, so every part has it by its unit of work.
struct UserStreams {
    private let work: UnitOfWork

    private static let insertion = StoredEvent.Column.insert()
    /// M-47: texts of users in events that others are told.
    private static let textErasure = EventTextErasure(
        of: "stream_event",
        GroupEventText.all.map {
            $0.statement(for: "stream_event", where: "kind = \(StreamEventKind.group.rawValue) AND value")
        } + [
            SQL(
                composed: """
                    UPDATE stream_event SET detail = (
                        SELECT json_group_array(
                            CASE WHEN json_extract(item.value, '$.userID') = $3
                            THEN json_remove(item.value, '$.addWording', '$.addSource') ELSE json(item.value) END)
                        FROM json_each(stream_event.detail) AS item)
                    WHERE id > $1 AND id <= $2 AND stamp <= $4 AND kind = \(StreamEventKind.relation.rawValue)
                        AND CASE WHEN json_valid(detail) THEN EXISTS (
                            SELECT 1 FROM json_each(stream_event.detail) AS item
                            WHERE json_extract(item.value, '$.userID') = $3) END
                    """)
        ])
    private static let some = StoredEvent.Column.select("WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3")

    init(work: UnitOfWork) {
        self.work = work
    }

    /// The last seq of the user's stream. Retention leaves the last row alone, so this is never lost.
    func streamSeq(of account: Account) throws(CommandError) -> Seq {
        if let seq = account.streamSeq { return seq }
        let bounds = PairKey.bounds(account.number)
        var seq: Seq = 0
        try work.query(
            "SELECT id FROM stream_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in seq = row.seq(inKey: 0) }
        account.streamSeq = seq
        return seq
    }

    /// Writes an event into the user's stream and returns its seq. `device`: the one that caused it and is not told of it.
    func append(
        _ kind: StreamEventKind, subject: some TypedNumber = StreamSubject.none, value: Int64 = 0,
        detail: String? = nil, by device: String? = nil,
        for account: Account
    ) throws(CommandError) -> Seq {
        let seq = try streamSeq(of: account) + 1
        let event = StoredEvent(
            seq: seq, kind: kind, subject: StreamSubject(subject.rawValue), value: value, detail: detail,
            device: device)
        try work.execute(Self.insertion, event.values(of: account.number, at: work.stamp()))
        try advanceStream(of: account, to: seq)
        return seq
    }

    /// The same of a receipt, which takes the place of the former one of its conversation: it says all that the former one
    /// said. So receipts that rise do not push other events out of the stream.
    func noteReceipt(
        upTo time: Milliseconds, in conversation: ConversationNumber, instead former: Seq, for account: Account
    )
        throws(CommandError)
        -> Seq
    {
        let seq = try streamSeq(of: account) + 1
        // One that is not given out any more stays where it is: positions before it have lost it.
        guard former > 0, try former > lastDropped(of: account, before: former) ?? 0,
            try work.execute(
                """
                UPDATE stream_event SET id = $1, stamp = $2, value = $3
                WHERE id = $4 AND kind = $5 AND conversation = $6 AND stamp >= $7
                """,
                [
                    .integer(PairKey.key(account.number, seq)), .integer(try work.stamp()), .integer(time),
                    .integer(PairKey.key(account.number, former)), .integer(StreamEventKind.receipt.rawValue),
                    .integer(conversation), .integer(work.streamCutoff),
                ]) > 0
        else { return try append(.receipt, subject: conversation, value: time.rawValue, for: account) }
        try advanceStream(of: account, to: seq)
        return seq
    }

    /// Events beyond the limit are deleted in pieces.
    private func advanceStream(of account: Account, to seq: Seq) throws(CommandError) {
        account.streamSeq = seq
        guard seq.rawValue % trimming == 0, let dropped = try lastDropped(of: account, before: 0) else { return }
        try beginStream(of: account.number, after: dropped)
    }

    /// The newest event that is one too many, so that it and all before it are not given out; nil if there is none. It lies
    /// behind `seq`, or this is not asked of the store.
    private func lastDropped(of account: Account, before seq: Seq) throws(CommandError) -> Seq? {
        guard try streamSeq(of: account).count(after: seq) > Int64(work.options.eventsPerUser) else { return nil }
        let bounds = PairKey.bounds(account.number)
        var dropped: Seq?
        try work.query(
            "SELECT id FROM stream_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1 OFFSET $3",
            [.integer(bounds.after), .integer(bounds.through), .integer(Int64(work.options.eventsPerUser))]
        ) { row in dropped = row.seq(inKey: 0) }
        return dropped
    }

    /// The stream up to that event is lost. The event's row stays, as a mark of no time and kind: a position before it
    /// cannot be gone on from. (That a seq is missing says nothing: receipts move.)
    private func beginStream(of account: AccountNumber, after seq: Seq) throws(CommandError) {
        let mark = PairKey.key(account, seq)
        try work.execute(
            "DELETE FROM stream_event WHERE id > $1 AND id < $2",
            [.integer(PairKey.bounds(account).after), .integer(mark)])
        try work.execute(
            """
            UPDATE stream_event SET stamp = 0, kind = 0, conversation = 0, value = 0, detail = NULL
            WHERE id = $1 AND kind != 0
            """, [.integer(mark)])
    }

    /// Nothing of the stream is given out any more, and no position in it can be gone on from: a mark carries its seq on.
    func beginStreamAnew(of account: Account) throws(CommandError) {
        let seq = try streamSeq(of: account) + 1
        let bounds = PairKey.bounds(account.number)
        try work.execute(
            "DELETE FROM stream_event WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        try work.execute(
            "INSERT INTO stream_event (id, stamp, kind, conversation, value) VALUES ($1, $2, 0, 0, 0)",
            [.integer(PairKey.key(account.number, seq)), .integer(0)])
        account.streamSeq = seq
    }

    /// M-47: what the user has written in others' events. Looks at a piece of those behind one, and returns how far; nil: there
    /// are no more.
    func eraseTexts(of user: UserID, after first: PairKey, through bound: Stamp) throws(CommandError) -> PairKey? {
        try Self.textErasure.doPiece(of: user, after: first, through: bound, in: work)
    }

    /// The rows after a position, as many as asked for; nil if some of them are no longer kept, or the position is none.
    func storedEvents(of account: Account, after position: Seq, limit: Int) throws(CommandError) -> [StoredEvent]? {
        guard try position <= streamSeq(of: account) else { return nil }
        if let dropped = try lastDropped(of: account, before: position), position < dropped { return nil }
        let cutoff = work.streamCutoff
        var rows: [StoredEvent] = []
        var isWhole = true
        try work.query(
            Self.some,
            [
                .integer(PairKey.key(account.number, position)), .integer(PairKey.bounds(account.number).through),
                .integer(Int64(limit)),
            ]
        ) { row throws(StoreError) in
            if row.integer(.stamp) < cutoff { isWhole = false } else { rows.append(try StoredEvent(row)) }
        }
        return isWhole ? rows : nil
    }

    /// The first event that is given out; one after the last if there is none.
    func firstEvent(of account: Account) throws(CommandError) -> Seq {
        let dropped = try lastDropped(of: account, before: 0) ?? 0
        var first = try streamSeq(of: account) + 1
        try work.query(
            "SELECT id FROM stream_event WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT 1",
            [
                .integer(PairKey.key(account.number, dropped)), .integer(PairKey.bounds(account.number).through),
                .integer(work.streamCutoff),
            ]
        ) { row in first = row.seq(inKey: 0) }
        return first
    }

    /// Of each stream, the last event that goes stays as a mark, so it is known where the stream is.
    func trim() throws(CommandError) {
        var bound: Stamp?
        try work.query(
            """
            SELECT max(stamp) FROM
                (SELECT stamp FROM stream_event WHERE kind != 0 AND stamp < $1 ORDER BY stamp LIMIT $2)
            """, [.integer(work.streamCutoff), .integer(rowsPerSweep)]
        ) { row in bound = row.optionalInteger(0) }
        guard let bound else { return }
        // The former mark is the first row of its stream.
        try work.execute(
            """
            DELETE FROM stream_event WHERE kind = 0 AND id IN
                (SELECT (SELECT id FROM stream_event WHERE id > (due.id >> 32) << 32 ORDER BY id LIMIT 1)
                    FROM stream_event AS due WHERE kind != 0 AND stamp <= $1)
            """, [.integer(bound)])
        try work.execute(
            """
            UPDATE stream_event SET stamp = 0, kind = 0, conversation = 0, value = 0, detail = NULL
            WHERE id IN (SELECT max(id) FROM stream_event WHERE kind != 0 AND stamp <= $1 GROUP BY id >> 32)
            """, [.integer(bound)])
        try work.execute("DELETE FROM stream_event WHERE kind != 0 AND stamp <= $1", [.integer(bound)])
    }
}

extension UnitOfWork {
    var userStreams: UserStreams { UserStreams(work: self) }

    /// Writes the event into the user's stream, and tells it.
    func emit(
        _ content: consuming some StreamedEvent, inStreamAs kind: StreamEventKind,
        subject: some TypedNumber = StreamSubject.none, value: Int64 = 0, detail: String? = nil,
        by device: String? = nil, to account: Account
    ) throws(CommandError) {
        let seq = try userStreams.append(
            kind, subject: subject, value: value, detail: detail, by: device, for: account)
        emit(content, at: .user(seq: seq), to: account)
    }
}

/// How many rows over the limit are cut off at a time.
private let trimming: Int64 = 100

extension StoredEvent {
    enum Column: Int, TableColumn {
        static let table = "stream_event"
        case id, stamp, kind, conversation, value, detail, device
    }

    fileprivate init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            seq: row.seq(inKey: .id), kind: try row.choice(.kind), subject: row.integer(.conversation),
            value: row.integer(.value), detail: try row.optionalJSON(.detail), device: row.optionalText(.device))
    }

    fileprivate func values(of account: AccountNumber, at stamp: Stamp) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(account, seq))
            case .stamp: .integer(stamp)
            case .kind: .integer(kind.rawValue)
            case .conversation: .integer(subject)
            case .value: .integer(value)
            case .detail: .optionalText(detail)
            case .device: .optionalText(device)
            }
        }
    }

    func damaged(of account: Account) -> StoreError {
        .corrupt(
            table: "stream_event", row: "account \(account.number), seq \(seq)", "its detail does not fit its kind")
    }
}
