import Domain
import Storage

/// The rows of messages: new ones, those that change, those that are kept no longer.
final class MessageStore {
    private let work: UnitOfWork
    private let conversations: Conversations
    /// Where the sweep stands.
    private var sweptMessage: MessageNumber = 0

    private static let plainInsertion = StoredMessage.Column.insert(upTo: .previous)
    private static let insertion = StoredMessage.Column.insert(upTo: .pushPayload)
    private static let fullInsertion = StoredMessage.Column.insert()
    private static let change = StoredMessage.Column.update()

    init(work: UnitOfWork, conversations: Conversations) {
        self.work = work
        self.conversations = conversations
    }

    func insert(_ message: StoredMessage) throws(CommandError) {
        let last = message.lastColumn
        let insertion =
            switch last {
            case .previous: Self.plainInsertion
            case .pushPayload: Self.insertion
            default: Self.fullInsertion
            }
        try work.execute(insertion, message.values(upTo: last))
        if let expireAt = message.life?.expireAt {
            try work.execute(
                "INSERT INTO expiring_message (due, message) VALUES ($1, $2)",
                [.integer(expireAt), .integer(message.id)])
        }
    }

    /// M-36: those that are to expire by now, who is due longest first.
    func takeDue(limit: Int) throws(CommandError) -> [MessageNumber] {
        var due: [(time: Milliseconds, message: MessageNumber)] = []
        try work.query(
            "SELECT due, message FROM expiring_message WHERE due <= $1 ORDER BY due, message LIMIT $2",
            [.integer(work.now), .integer(Int64(limit))]
        ) { row in due.append((row.integer(0), row.integer(1))) }
        for (time, message) in due {
            try work.execute(
                "DELETE FROM expiring_message WHERE due = $1 AND message = $2", [.integer(time), .integer(message)])
        }
        return due.map(\.message)
    }

    /// A message that is given out; nil: there is none of this number.
    func find(_ number: MessageNumber) throws(CommandError) -> StoredMessage? {
        guard number.stamp >= work.messageCutoff else { return nil }
        return try stored(StoredMessage.find(number, in: work.store))
    }

    /// The message takes the place of what it was. The former text is overwritten on the disk (M-17).
    func replace(by message: StoredMessage, in conversation: Conversation) throws(CommandError) {
        try work.execute(Self.change, message.values(upTo: .detail))
        if conversation.last?.id == message.id { conversations.setLast(message, of: conversation) }
    }

    /// M-47: those behind a message and through another that the account has sent, or taken back with a reason, in their order.
    /// Nil: there is no message there. `through`: what has been looked at.
    func written(
        by account: Account, after first: MessageNumber, through bound: MessageNumber, limit: Int
    ) throws(CommandError) -> (messages: [MessageNumber], through: MessageNumber)? {
        var last: MessageNumber?
        try work.query(
            "SELECT max(id) FROM (SELECT id FROM message WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3)",
            [.integer(first), .integer(bound), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else { return nil }
        var messages: [MessageNumber] = []
        try work.query(
            """
            SELECT id FROM message WHERE id > $1 AND id <= $2 AND (sender = $3 OR recalled_by = $4)
            ORDER BY id LIMIT $5
            """,
            [
                .integer(first), .integer(last), .integer(account.number), .text(account.id.text),
                .integer(Int64(limit)),
            ]
        ) { row in messages.append(row.integer(0)) }
        return (messages, messages.count == limit ? messages.last ?? last : last)
    }

    /// in the order they were sent. The last message of a conversation stays: it is the conversation's head. So does
    /// the one that is still the last for a member who has wanted none since (X-M04). Returns what has been looked through.
    func trim() throws(CommandError) -> (after: MessageNumber, through: MessageNumber)? {
        var last: MessageNumber?
        try work.query(
            """
            SELECT max(id) FROM (SELECT id FROM message WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3)
            """, [.integer(sweptMessage), .integer(work.messageCutoff), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else {
            sweptMessage = 0
            return nil
        }
        let first = sweptMessage
        try work.execute(
            """
            DELETE FROM message WHERE id > $1 AND id <= $2
                AND id != (SELECT last FROM conversation WHERE conversation.id = message.conversation)
                AND NOT EXISTS (SELECT 1 FROM membership WHERE held_last = message.id AND held_last != 0)
            """, [.integer(first), .integer(last)])
        sweptMessage = last
        return (first, last)
    }
}
