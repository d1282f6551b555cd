import Domain
import Storage

extension StoredMessage {
    enum Column: Int, TableColumn {
        static let table = "message"
        case id, conversation, seq, sender, kind, settings, counted, countedLow, clientID, body, previous
        // Few messages have any of these, …
        case pushText, mentions, memberOption, nickname, pushPayload
        // … and none of these is in the row of a new one.
        case change, changedAt, recalledBy, detail
    }

    /// Those behind it are null in the message's row.
    var lastColumn: Column {
        if life != nil { return .detail }
        let isPlain =
            pushText == nil && mentions == nil && memberOption == nil && nickname == nil && pushPayload == nil
        return isPlain ? .previous : .pushPayload
    }

    private static let byNumber = Column.select("WHERE id = $1")

    static func find(_ id: MessageNumber, in store: any Transaction) throws(StoreError) -> StoredMessage? {
        var found: StoredMessage?
        try store.query(byNumber, [.integer(id)]) { row throws(StoreError) in found = try StoredMessage(row) }
        return found
    }

    private static let chain = Selection<Column>(
        with: """
            chain (number, earlier) AS (
                SELECT id, previous FROM message WHERE id = $1 AND seq >= $2 AND id >= $3
                UNION ALL
                SELECT id, previous FROM chain JOIN message ON id = earlier WHERE seq >= $2 AND id >= $3
                LIMIT $4)
            """, "FROM chain CROSS JOIN message ON id = number")

    /// The message and those before it in its conversation, newest first.
    static func chain(
        from id: MessageNumber, downTo seq: Seq, since cutoff: Stamp, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [StoredMessage] {
        var found: [StoredMessage] = []
        try store.query(chain, [.integer(id), .integer(seq), .integer(cutoff), .integer(Int64(limit))]) {
            row throws(StoreError) in
            found.append(try StoredMessage(row))
        }
        return found
    }

    convenience init(_ row: TypedRow<Column>) throws(StoreError) {
        let (id, previous): (MessageNumber, MessageNumber) = (row.integer(.id), row.integer(.previous))
        // A walk from message to message has an end.
        guard previous < id else { throw row.damaged(.previous) }
        self.init(
            id: id, conversation: row.integer(.conversation), seq: row.integer(.seq),
            sender: row.integer(.sender), kind: try row.choice(.kind),
            settings: MessageSettings(rawValue: row.integer(.settings)), counted: row.integer(.counted),
            countedLow: row.integer(.countedLow), clientID: row.text(.clientID), body: try row.json(.body),
            pushText: row.optionalText(.pushText), previous: previous,
            mentions: try row.optionalJSON(.mentions), memberOption: row.optionalText(.memberOption),
            nickname: row.optionalText(.nickname), pushPayload: row.optionalText(.pushPayload),
            life: row.isNull(.change) ? nil : try MessageLife(row))
    }

    func values(upTo last: Column) -> [SQLValue] {
        Column.allCases[...last.rawValue].map { column in
            switch column {
            case .id: .integer(id)
            case .conversation: .integer(conversation)
            case .seq: .integer(seq)
            case .sender: .integer(sender)
            case .kind: .integer(kind.rawValue)
            case .settings: .integer(settings.rawValue)
            case .counted: .integer(counted)
            case .countedLow: .integer(countedLow)
            case .clientID: .text(clientID)
            case .body: .text(body)
            case .pushText: .optionalText(pushText)
            case .previous: .integer(previous)
            case .mentions: .optionalText(mentions)
            case .memberOption: .optionalText(memberOption)
            case .nickname: .optionalText(nickname)
            case .pushPayload: .optionalText(pushPayload)
            case .change: life.map { .integer($0.change) } ?? .null
            case .changedAt: life.map { .integer($0.changedAt) } ?? .null
            case .recalledBy: .optionalText(life?.recalledBy)
            case .detail: .optionalText(life?.detail)
            }
        }
    }
}

extension MessageLife {
    fileprivate init(_ row: TypedRow<StoredMessage.Column>) throws(StoreError) {
        self.init(
            change: row.integer(.change), changedAt: row.optionalInteger(.changedAt) ?? 0,
            recalledBy: row.optionalText(.recalledBy))
        if let detail = row.optionalText(.detail), !read(detail: detail) { throw row.damaged(.detail) }
    }
}
