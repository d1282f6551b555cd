import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// Keeps the rows of messages, and the ids that senders gave them, by which a repeat is found.
package final class MessageStore {
    let work: UnitOfWork
    let accounts: Accounts
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views
    let groupMembers: GroupMembers
    let mediaReferences: MediaReferences
    /// Where the sweep stands.
    private var swept = Key.first
    /// When it begins again.
    private var nextSweep: Milliseconds = 0
    /// Where the sweep stands.
    private var sweptMessage: MessageNumber = 0

    private static let plainInsertion = StoredMessage.Column.insert(upTo: .previous)
    private static let insertion = StoredMessage.Column.insert(upTo: .pushPayload)
    private static let fullInsertion = StoredMessage.Column.insert()
    private static let change = StoredMessage.Column.update()

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, groups: Groups, memberships: Memberships,
        views: Views, groupMembers: GroupMembers, mediaReferences: MediaReferences
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
        self.groupMembers = groupMembers
        self.mediaReferences = mediaReferences
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

    /// in the order they were sent. The last message of a conversation stays, and the last one to some members alone:
    /// the head is one of the two. So does the one that is still the last for a member who has wanted none since (X-M04).
    /// Returns what has been looked through.
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
                AND id != (SELECT targeted FROM conversation WHERE conversation.id = message.conversation)
                AND NOT EXISTS (SELECT 1 FROM membership WHERE held_last = message.id AND held_last != 0)
            """, [.integer(first), .integer(last)])
        sweptMessage = last
        return (first, last)
    }
}

/// The ids that senders gave their messages: by them a message that is sent again is found (T-03).
extension MessageStore {
    private struct Key {
        let clientID: String
        let account: AccountNumber

        /// It stands before all others: no id is empty.
        static let first = Key(clientID: "", account: 0)
    }

    /// A request with the id of an earlier message is a new one, not its repeat.
    private var cutoff: MessageNumber {
        MessageNumber(Stamp(milliseconds: work.now - work.retryPeriod))
    }

    /// The row of a new message is written before all others, so that one statement tells whether the message is new. Returns
    /// the message, and has written nothing, if it was sent before.
    func rememberSent(
        _ draft: Draft, _ digest: RequestDigest, by sender: Account, as id: MessageNumber
    ) throws(CommandError) -> MessageView? {
        let values: [SQLValue] = [
            .text(draft.clientID), .integer(sender.number), .integer(id), .bytes(digest.bytes),
        ]
        let inserted = try work.execute(
            """
            INSERT INTO message_dedup (client_id, account, message, digest) VALUES ($1, $2, $3, $4)
            ON CONFLICT (client_id, account) DO NOTHING
            """, values)
        if inserted > 0 { return nil }
        if let former = try findSent(draft, digest, by: sender) { return former }
        // The id is that of a message which no repeat is of any more.
        try work.execute(
            "UPDATE message_dedup SET message = $3, digest = $4 WHERE client_id = $1 AND account = $2", values)
        return nil
    }

    /// The message, if the draft has been sent before. Refused if the id was used for another one.
    func findSent(
        _ draft: Draft, _ digest: RequestDigest, by sender: Account
    ) throws(CommandError) -> MessageView? {
        // Nothing that a former owner of the account sent is a repeat.
        guard let sent = try sent(draft, by: sender),
            sent.message.stamp.time >= sender.createdAt,
            let message = try stored(StoredMessage.find(sent.message, in: work.store))
        else { return nil }
        let edit = try memberships.edit(of: sender, in: conversations.conversation(message.conversation))
        let former = try views.view(message, in: edit)
        let formerDigest = if let known = sent.digest { known } else { try self.digest(of: former) }
        guard formerDigest == digest else {
            throw .refused(
                .conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
        }
        if former.message.isExpired { return former }
        return try edit.shows(former.message.seq, in: work.store) ? former : former.gone
    }

    /// N-01: the streamed message that has the draft's id. Refused if the id was used for one that was sent whole.
    func findStreamed(_ draft: Draft, by sender: Account) throws(CommandError) -> MessageView? {
        guard let sent = try sent(draft, by: sender), sent.message.stamp.time >= sender.createdAt,
            let message = try stored(StoredMessage.find(sent.message, in: work.store))
        else { return nil }
        guard message.life?.streamed != nil else {
            throw .refused(.conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
        }
        return try views.view(
            message, in: memberships.edit(of: sender, in: conversations.conversation(message.conversation)))
    }

    private func sent(
        _ draft: Draft, by sender: Account
    ) throws(CommandError) -> (message: MessageNumber, digest: RequestDigest?)? {
        var found: (message: MessageNumber, digest: RequestDigest?)?
        try work.query(
            "SELECT message, digest FROM message_dedup WHERE client_id = $1 AND account = $2 AND message >= $3",
            [.text(draft.clientID), .integer(sender.number), .integer(cutoff)]
        ) { row throws(StoreError) in found = (row.integer(0), row.optionalBytes(1).map(RequestDigest.init(bytes:))) }
        return found
    }

    /// Of a message that release 0.1 has stored without one.
    private func digest(of former: MessageView) throws(CommandError) -> RequestDigest {
        let message = former.message
        return digestOfMessage(
            to: former.conversation, message.kind, message.settings, body: try digest(ofBody: message.body),
            message.pushText, mentions: message.mentions, memberOption: message.memberOption,
            pushPayload: message.pushPayload, work.digestKey)
    }

    func digest(ofBody body: String) throws(CommandError) -> ContentDigest {
        let document = JSONDocument()
        guard let json = try? document.parse(body) else {
            throw .store(.corrupt(table: "message", row: "a former send", "its body is no JSON"))
        }
        return json.digest(work.digestKey)
    }

    /// M-47: what the sender has called it.
    func forgetSent(_ message: StoredMessage) throws(CommandError) {
        try work.execute(
            "DELETE FROM message_dedup WHERE client_id = $1 AND account = $2 AND message = $3",
            [.text(message.clientID), .integer(message.sender), .integer(message.id)])
    }

    /// Ids that no repeat is found by any more go, piece by piece in the order of the rows. All are gone through once in the time
    /// for which they are known: no index is needed that says how old they are.
    func trimSent() throws(CommandError) {
        guard work.now >= nextSweep else { return }
        let first = swept
        var last: Key?
        try work.query(
            """
            SELECT client_id, account FROM message_dedup WHERE (client_id, account) > ($1, $2)
            ORDER BY client_id, account LIMIT 1 OFFSET $3
            """, [.text(first.clientID), .integer(first.account), .integer(rowsPerSweep - 1)]
        ) { row in last = Key(clientID: row.text(0), account: row.integer(1)) }
        if let last {
            try work.execute(
                """
                DELETE FROM message_dedup WHERE message < $1
                    AND (client_id, account) > ($2, $3) AND (client_id, account) <= ($4, $5)
                """,
                [
                    .integer(cutoff), .text(first.clientID), .integer(first.account), .text(last.clientID),
                    .integer(last.account),
                ])
            swept = last
        } else {
            try work.execute(
                "DELETE FROM message_dedup WHERE message < $1 AND (client_id, account) > ($2, $3)",
                [.integer(cutoff), .text(first.clientID), .integer(first.account)])
            swept = .first
            nextSweep = work.now + work.retryPeriod
        }
    }
}
