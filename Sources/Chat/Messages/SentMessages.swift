import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// The ids that senders gave their messages: by them a message that is sent again is found (T-03).
final class SentMessages {
    private let work: UnitOfWork
    private let conversations: Conversations
    private let memberships: Memberships
    private let views: Views

    init(work: UnitOfWork, conversations: Conversations, memberships: Memberships, views: Views) {
        self.work = work
        self.conversations = conversations
        self.memberships = memberships
        self.views = views
    }

    /// Messages of one period lie together, so that what nobody can repeat any more goes in one piece.
    private var dedupPeriod: Int64 { work.now / work.retryPeriod }

    /// The row of a new message is written before all others, so that one statement tells whether the message is new. Returns
    /// the message, and has written nothing, if it was sent before. (No row has a period that is null: such a row is ignored.)
    func remember(
        _ draft: Draft, _ digest: RequestDigest, by sender: Account, as id: MessageNumber
    ) throws(CommandError) -> MessageView? {
        let values: [SQLValue] = [
            .integer(dedupPeriod), .text(draft.clientID), .integer(sender.number), .integer(id), .bytes(digest.bytes),
        ]
        let inserted = try work.execute(
            """
            INSERT OR IGNORE INTO message_dedup (period, client_id, account, message, digest) VALUES (
                CASE WHEN EXISTS
                    (SELECT 1 FROM message_dedup WHERE period = $1 - 1 AND client_id = $2 AND account = $3)
                THEN NULL ELSE $1 END, $2, $3, $4, $5)
            """, values)
        if inserted > 0 { return nil }
        if let former = try find(draft, digest, by: sender) { return former }
        try work.execute(
            """
            INSERT INTO message_dedup (period, client_id, account, message, digest) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (period, client_id, account) DO UPDATE SET message = $4, digest = $5
            """, values)
        return nil
    }

    /// The message, if the draft has been sent before. Refused if the id was used for another one.
    func find(
        _ draft: Draft, _ digest: RequestDigest, by sender: Account
    ) throws(CommandError) -> MessageView? {
        let period = dedupPeriod
        // Nothing that a former owner of the account sent is a repeat.
        var found = try sent(draft, by: sender, in: period)
        if found == nil { found = try sent(draft, by: sender, in: period - 1) }
        guard let sent = found,
            sent.message.stamp.time >= sender.createdAt,
            let message = try stored(StoredMessage.find(sent.message, in: work.store))
        else { return nil }
        let former = try views.view(
            message, in: memberships.edit(of: sender, in: conversations.conversation(message.conversation)))
        let formerDigest = if let known = sent.digest { known } else { try self.digest(of: former) }
        guard formerDigest == digest else {
            throw .refused(
                .conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
        }
        return former
    }

    private func sent(
        _ draft: Draft, by sender: Account, in period: Int64
    ) throws(CommandError) -> (message: MessageNumber, digest: RequestDigest?)? {
        var found: (message: MessageNumber, digest: RequestDigest?)?
        try work.query(
            "SELECT message, digest FROM message_dedup WHERE period = $1 AND client_id = $2 AND account = $3",
            [.integer(period), .text(draft.clientID), .integer(sender.number)]
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

    /// M-47: what the sender has called it. `messages.retryHours` may have been another when it was sent.
    func forget(_ message: StoredMessage) throws(CommandError) {
        let period = message.time / work.retryPeriod
        try work.execute(
            "DELETE FROM message_dedup WHERE period IN ($1 - 1, $1, $1 + 1) AND client_id = $2 AND account = $3",
            [.integer(period), .text(message.clientID), .integer(message.sender)])
    }

    /// Ids that no retry is found by any more.
    func trim() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM message_dedup WHERE (period, client_id, account) IN
                (SELECT period, client_id, account FROM message_dedup WHERE period < $1
                ORDER BY period, client_id, account LIMIT 2000)
            """, [.integer(dedupPeriod - 1)])
    }
}
