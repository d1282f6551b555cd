import Domain
import Storage

extension StoredMessage {
    static func find(_ id: MessageNumber, in store: any Transaction) throws(StoreError) -> StoredMessage? {
        var found: StoredMessage?
        try store.query(
            """
            SELECT id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body, push_text,
                previous, mentions, member_option, nickname, push_payload
            FROM message WHERE id = $1
            """, [.integer(id)]
        ) { row throws(StoreError) in found = try StoredMessage(row) }
        return found
    }

    /// The message and those before it in its conversation, newest first.
    static func chain(
        from id: MessageNumber, downTo seq: Seq, since cutoff: Stamp, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [StoredMessage] {
        var found: [StoredMessage] = []
        try store.query(
            """
            WITH RECURSIVE chain (number, earlier) AS (
                SELECT id, previous FROM message WHERE id = $1 AND seq >= $2 AND id >= $3
                UNION ALL
                SELECT id, previous FROM chain JOIN message ON id = earlier WHERE seq >= $2 AND id >= $3
                LIMIT $4)
            SELECT id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body, push_text,
                previous, mentions, member_option, nickname, push_payload
            FROM chain CROSS JOIN message ON id = number
            """, [.integer(id), .integer(seq), .integer(cutoff), .integer(Int64(limit))]
        ) { row throws(StoreError) in found.append(try StoredMessage(row)) }
        return found
    }

    /// The columns in the order of the statements above.
    convenience init(_ row: any Row) throws(StoreError) {
        let (id, previous): (MessageNumber, MessageNumber) = (row.integer(0), row.integer(11))
        // A walk from message to message has an end.
        guard previous < id else { throw row.damaged(11) }
        self.init(
            id: id, conversation: row.integer(1), seq: row.integer(2), sender: row.integer(3),
            kind: try row.choice(4),
            settings: MessageSettings(rawValue: row.integer(5)), counted: row.integer(6), countedLow: row.integer(7),
            clientID: row.text(8), body: try row.json(9), pushText: row.optionalText(10),
            previous: previous, mentions: try row.optionalJSON(12), memberOption: row.optionalText(13),
            nickname: row.optionalText(14), pushPayload: row.optionalText(15))
    }
}
