import ClientProtocol
import Domain
import Storage

/// D-10: messages that a user has starred, for its own eyes. A star has a copy, so it outlives the time for which messages are
/// kept; a recall, the message's end and its author's erasure take it.
extension Reactions {
    private static let insertion = Star.Column.insert()
    private static let ofAccount = Star.Column.select(
        "WHERE account = $1 AND stamp < $2 AND (expires_at = 0 OR expires_at > $4) ORDER BY stamp DESC LIMIT $3")

    package struct Stars: Sendable {
        package var messages: [MessageView] = []
        /// The next page begins behind it; nil: there is none.
        package var next: Stamp?
    }

    /// One that is starred stays so.
    package func star(_ number: MessageNumber, in id: ConversationID, by caller: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(caller)
        let (edit, message) = try messageChanges.visible(number, in: id, for: account)
        guard message.settings.contains([.history, .persist]) else {
            throw .refused(.forbidden, "it is not kept", keys: ["msgId"])
        }
        if message.isRecalled { throw .refused(.noMessage, "it was recalled", keys: ["msgId"]) }
        if message.isTargeted { throw .refused(.forbidden, "it is for some members alone", keys: ["msgId"]) }
        var (count, isThere): (Int64, Bool) = (0, false)
        try work.query("SELECT message FROM star WHERE account = $1", [.integer(caller)]) { row in
            count += 1
            if row.integer(0) == number { isThere = true }
        }
        if isThere { return }
        if count >= mostStars { throw .refused(.tooMany, "\(count) messages have a star", keys: ["msgId"]) }
        try quotas.charge(Quotas.row + Int64(message.body.utf8.count), to: account, keys: ["msgId"])
        let star = Star(
            account: caller, stamp: try work.stamp(), message: message, expiresAt: message.life?.expireAt ?? 0)
        try work.execute(Self.insertion, star.values(in: edit.conversation.number))
    }

    /// Also of a message that is kept no longer, and in any conversation.
    package func unstar(_ number: MessageNumber, by caller: AccountNumber) throws(CommandError) {
        _ = try accounts.caller(caller)
        try work.execute(
            "DELETE FROM star WHERE account = $1 AND message = $2", [.integer(caller), .integer(number)])
    }

    /// Of messages that have expired, a bounded piece at a time.
    func trimStars() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM star WHERE (account, message) IN
                (SELECT account, message FROM star WHERE expires_at != 0 AND expires_at <= $1 LIMIT $2)
            """, [.integer(work.now), .integer(rowsPerSweep)])
    }

    /// The one that was starred last comes first.
    package func stars(
        of caller: AccountNumber, before: Stamp?, limit: Int, bytes: Int
    ) throws(CommandError) -> Stars {
        let account = try accounts.caller(caller)
        var found: [Star] = []
        try work.query(
            Self.ofAccount,
            [
                .integer(caller), .integer(before?.rawValue ?? .max), .integer(Int64(limit + 1)), .integer(work.now),
            ]
        ) { row throws(StoreError) in found.append(try Star(row)) }
        var (stars, left) = (Stars(), bytes)
        for (index, star) in found.prefix(limit).enumerated() {
            left -= star.message.weight
            if left < 0, index > 0 { break }
            let conversation = try messages.conversations.conversation(star.message.conversation)
            stars.messages.append(try views.view(star.message, in: conversation, for: account))
            stars.next = star.stamp
        }
        if stars.messages.count == found.count { stars.next = nil }
        return stars
    }
}

struct Star {
    let account: AccountNumber
    let stamp: Stamp
    /// As it is given out, without what hangs on it.
    let message: StoredMessage
    /// M-36: also if the message itself is kept no longer by then; 0: never.
    let expiresAt: Milliseconds
}

extension Star {
    enum Column: Int, TableColumn {
        static let table = "star"
        static let keys = 2
        case account, message, stamp, conversation, seq, sender, kind, settings, clientID, body, nickname, expiresAt
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            account: row.integer(.account), stamp: row.integer(.stamp),
            message: StoredMessage(
                id: row.integer(.message), conversation: row.integer(.conversation), seq: row.integer(.seq),
                sender: row.integer(.sender), kind: try row.choice(.kind),
                settings: MessageSettings(rawValue: row.integer(.settings)), counted: 0, countedLow: 0,
                clientID: row.text(.clientID), body: try row.json(.body), pushText: nil, previous: 0, mentions: nil,
                memberOption: nil, nickname: row.optionalText(.nickname), pushPayload: nil),
            expiresAt: row.integer(.expiresAt))
    }

    func values(in conversation: ConversationNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .account: .integer(account)
            case .message: .integer(message.id)
            case .stamp: .integer(stamp)
            case .conversation: .integer(conversation)
            case .seq: .integer(message.seq)
            case .sender: .integer(message.sender)
            case .kind: .integer(message.kind.rawValue)
            case .settings: .integer(message.settings.rawValue)
            case .clientID: .text(message.clientID)
            case .body: .text(message.body)
            case .nickname: .optionalText(message.nickname)
            case .expiresAt: .integer(expiresAt)
            }
        }
    }
}

/// The rows, as the changes of messages and the ends of users concern them.
extension Star {
    /// The message says something else from now on, or nothing.
    static func follow(
        _ former: StoredMessage, to message: StoredMessage, in store: any Transaction
    ) throws(StoreError) {
        if message.isRecalled {
            try store.execute("DELETE FROM star WHERE message = $1", [.integer(message.id)])
        } else if !message.body.isSpelled(like: former.body) {
            try store.execute(
                "UPDATE star SET body = $2 WHERE message = $1", [.integer(message.id), .text(message.body)])
        }
    }

    /// M-57: of a message of type 21 that is kept no longer.
    static func dropLines(of message: MessageNumber, in store: any Transaction) throws(StoreError) {
        try store.execute(
            "UPDATE star SET body = json_remove(body, '$.lines') WHERE message = $1", [.integer(message)])
    }

    /// Of a deleted account.
    static func erase(of account: AccountNumber, from store: any Transaction) throws(StoreError) {
        try store.execute("DELETE FROM star WHERE account = $1", [.integer(account)])
    }

    /// M-47: of what an erased user has written, some at a time. Returns whether there may be more.
    static func erase(
        by sender: AccountNumber, through last: MessageNumber, from store: any Transaction
    ) throws(StoreError) -> Bool {
        let count = try store.execute(
            """
            DELETE FROM star WHERE (account, message) IN
                (SELECT account, message FROM star WHERE sender = $1 AND message <= $2 LIMIT $3)
            """, [.integer(sender), .integer(last), .integer(rowsPerSweep)])
        return count > 0
    }
}

private let mostStars = 1_000
