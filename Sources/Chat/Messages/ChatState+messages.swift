import Domain
import Storage

extension ChatState {
    /// Makes the message the last one of its conversation.
    func insert(_ message: StoredMessage) throws {
        try store.execute(
            """
            INSERT INTO message (id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body,
                push_text, previous, mentions, member_option, nickname, push_payload)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            """,
            [
                .integer(message.id), .integer(message.conversation), .integer(message.seq), .integer(message.sender),
                .integer(message.kind.rawValue), .integer(message.settings.rawValue), .integer(message.counted),
                .integer(message.countedLow), .text(message.clientID), .text(message.body),
                message.pushText.map { .text($0) } ?? .null, .integer(message.previous),
                message.mentions.map { .text($0) } ?? .null, message.memberOption.map { .text($0) } ?? .null,
                message.nickname.map { .text($0) } ?? .null, message.pushPayload.map { .text($0) } ?? .null,
            ])
        try store.execute(
            "UPDATE conversation SET last = $2 WHERE id = $1",
            [.integer(message.conversation), .integer(message.id)])
    }

    /// The same message, seen by a member of the conversation.
    func view(_ message: StoredMessage, in conversation: Conversation, for account: Account) throws -> MessageView {
        if let number = conversation.group {
            return try view(message, ofGroup: number, kind: outline(ofGroup: number)?.kind ?? .group)
        }
        let peer = try self.account(conversation.peer(of: account.number))
        let from = message.sender == account.number ? account : peer
        return MessageView(message: message, conversation: .c2c(peer.id), from: from.id)
    }

    /// Likewise; of a group that the member has left it shows what it was then.
    func view(_ message: StoredMessage, in edit: MembershipEdit) throws -> MessageView {
        if let number = edit.conversation.group, let former = edit.membership.formerGroup {
            return try view(message, ofGroup: number, kind: former.kind)
        }
        return try view(message, in: edit.conversation, for: edit.account)
    }

    /// In a group everybody sees the same.
    func view(_ message: StoredMessage, ofGroup number: Int64, kind: GroupKind) throws -> MessageView {
        MessageView(
            message: message, conversation: .group(String(number)), from: try account(message.sender).id,
            sessionType: kind == .group ? .group : .superGroup)
    }
}

extension StoredMessage {
    static func find(_ id: Int64, in store: any Transaction) throws(StoreError) -> StoredMessage? {
        var found: StoredMessage?
        try store.query(
            """
            SELECT id, conversation, seq, sender, kind, settings, counted, counted_low, client_id, body, push_text,
                previous, mentions, member_option, nickname, push_payload
            FROM message WHERE id = $1
            """, [.integer(id)]
        ) { row in found = StoredMessage(row) }
        return found
    }

    /// The columns in the order of the statement above.
    init(_ row: any Row) {
        guard let kind = MessageKind(rawValue: row.integer(4)) else {
            preconditionFailure("message \(row.integer(0)) is not as it was written")
        }
        self.init(
            id: row.integer(0), conversation: row.integer(1), seq: row.integer(2), sender: row.integer(3), kind: kind,
            settings: MessageSettings(rawValue: row.integer(5)), counted: row.integer(6), countedLow: row.integer(7),
            clientID: row.text(8), body: row.text(9), pushText: row.optionalText(10),
            previous: row.integer(11), mentions: row.optionalText(12), memberOption: row.optionalText(13),
            nickname: row.optionalText(14), pushPayload: row.optionalText(15))
    }
}
