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
    /// Where the sweep stands.
    private var swept = Key.first
    /// When it begins again.
    private var nextSweep: Milliseconds = 0

    private struct Key {
        let clientID: String
        let account: AccountNumber

        /// It stands before all others: no id is empty.
        static let first = Key(clientID: "", account: 0)
    }

    init(work: UnitOfWork, conversations: Conversations, memberships: Memberships, views: Views) {
        self.work = work
        self.conversations = conversations
        self.memberships = memberships
        self.views = views
    }

    /// A request with the id of an earlier message is a new one, not its repeat.
    private var cutoff: MessageNumber {
        MessageNumber(Stamp(milliseconds: work.now - work.retryPeriod))
    }

    /// The row of a new message is written before all others, so that one statement tells whether the message is new. Returns
    /// the message, and has written nothing, if it was sent before.
    func remember(
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
        if let former = try find(draft, digest, by: sender) { return former }
        // The id is that of a message which no repeat is of any more.
        try work.execute(
            "UPDATE message_dedup SET message = $3, digest = $4 WHERE client_id = $1 AND account = $2", values)
        return nil
    }

    /// The message, if the draft has been sent before. Refused if the id was used for another one.
    func find(
        _ draft: Draft, _ digest: RequestDigest, by sender: Account
    ) throws(CommandError) -> MessageView? {
        // Nothing that a former owner of the account sent is a repeat.
        guard let sent = try sent(draft, by: sender),
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
    func forget(_ message: StoredMessage) throws(CommandError) {
        try work.execute(
            "DELETE FROM message_dedup WHERE client_id = $1 AND account = $2 AND message = $3",
            [.text(message.clientID), .integer(message.sender), .integer(message.id)])
    }

    /// Ids that no repeat is found by any more go, piece by piece in the order of the rows. All are gone through once in the time
    /// for which they are known: no index is needed that says how old they are.
    func trim() throws(CommandError) {
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
