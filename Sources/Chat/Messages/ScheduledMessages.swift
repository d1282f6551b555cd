import ClientProtocol
import Domain
import JSON
import Storage

/// M-40 to M-44: messages that backends want to be sent later.
package final class ScheduledMessages {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let conversations: Conversations
    private let mediaReferences: MediaReferences
    private let messageStore: MessageStore
    private let messages: Messages
    /// How many wait; nil: they have not been counted.
    private var counted: Int64?
    /// Of these a row was damaged that their sending needs.
    private var damaged: Set<Stamp> = []
    private var refused: [RefusedSending] = []

    /// In the whole gateway.
    package static let limit: Int64 = 10_000
    private static let insertion = ScheduledMessage.Column.insert()
    private static let bySender = ScheduledMessage.Column.select("WHERE sender = $1 AND client_id = $2")
    private static let byNumber = ScheduledMessage.Column.select("WHERE id = $1")

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, mediaReferences: MediaReferences,
        messageStore: MessageStore, messages: Messages
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.mediaReferences = mediaReferences
        self.messageStore = messageStore
        self.messages = messages
    }

    /// The result of a request to send later.
    package enum Outcome: Sendable {
        case waits(ScheduledMessage)
        /// It is a repeat, and the message has been sent by now.
        case sent(MessageView)
    }

    package func schedule(
        _ draft: Draft, as sender: NamedSender, at due: Milliseconds
    ) throws(CommandError) -> Outcome {
        let account = try messages.account(of: sender)
        let digest = try messages.digest(of: draft)
        if let former = try find(Self.bySender, [.text(account.id.text), .text(draft.clientID)]) {
            guard former.digest == digest, former.due == due else {
                throw .refused(.conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
            }
            return .waits(former)
        }
        if let sent = try messageStore.findSent(draft, digest, by: account) { return .sent(sent) }
        guard due > work.now else { throw .refused(.messageParameters, "that time has passed", keys: ["at"]) }
        try requireSendable(draft, by: account)
        // As for one that is sent now: an administrator names any.
        let media = try mediaReferences.resolve(draft.media, for: nil).found
        let waiting = try total()
        guard waiting < Self.limit else { throw .refused(.tooMany, "\(waiting) messages are scheduled", keys: ["at"]) }
        let message = ScheduledMessage(
            id: try work.stamp(), due: due, sender: account.id, draft: draft, digest: digest)
        try work.execute(Self.insertion, message.values)
        try mediaReferences.hold(media)
        counted = waiting + 1
        return .waits(message)
    }

    /// Returns the message that will not be sent. Its uploads stay as if they had just come, for another one.
    package func cancel(_ id: Stamp) throws(CommandError) -> ScheduledMessage {
        guard let message = try find(Self.byNumber, [.integer(id)]) else {
            throw .refused(.noMessage, keys: ["scheduleID"])
        }
        try delete(message.id)
        return message
    }

    /// As it would be judged now. It is judged once more when it is sent.
    private func requireSendable(_ draft: Draft, by sender: Account) throws(CommandError) {
        let conversation: Conversation?
        switch draft.target {
        case .c2c(let target):
            guard let receiver = try accounts.reachableAccount(target) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            conversation = try conversations.conversation(of: .users(sender.number, receiver.number))
        case .group(let id):
            let group = try messages.writableGroup(id, sender, isChecked: false)
            _ = try messages.naming(of: draft, by: sender, in: group)
            conversation = try conversations.conversation(of: group)
        }
        if let reply = draft.replyTo { _ = try messages.reply(to: reply, in: conversation, by: sender) }
    }

    // MARK: - When they are due

    /// Returns whether others may be due: what the gateway's users ask for need not wait longer than for these.
    func sweep() throws(CommandError) -> Bool {
        var due: [Stamp] = []
        try work.query(
            "SELECT id FROM scheduled_message WHERE due <= $1 ORDER BY due, id LIMIT $2",
            [.integer(work.now), .integer(Int64(mostAtOnce))]
        ) { row in due.append(row.integer(0)) }
        for id in due {
            var found: ScheduledMessage?
            try work.skippingDamage { () throws(CommandError) in found = try find(Self.byNumber, [.integer(id)]) }
            try delete(id)
            if let found { try send(found) }
        }
        return due.count == mostAtOnce
    }

    private func send(_ message: ScheduledMessage) throws(CommandError) {
        if damaged.remove(message.id) != nil { return try note(Refusal(.internal), of: message) }
        let isSystem = message.sender == work.options.systemSender
        do throws(CommandError) {
            _ = try messages.send(message.draft, as: isSystem ? .system(message.sender) : .user(message.sender))
        } catch {
            switch error {
            case .refused(let refusal): try note(refusal, of: message)
            case .store(let failure):
                // The transaction is taken back. The next one goes on without this message.
                if failure.kind == .corrupt { damaged.insert(message.id) }
                throw error
            }
        }
    }

    /// Tells backends of a message that was refused when it was due (M-43).
    private func note(_ refusal: Refusal, of message: ScheduledMessage) throws(CommandError) {
        refused.append(RefusedSending(message: message, refusal: refusal))
        guard let subject = try subject(of: message) else { return }
        var json = JSONWriter()
        json.object { json in
            message.writeIdentity(to: &json)
            json.object("error") { json in
                json.field("system", refusal.code.system.rawValue)
                json.field("code", Int64(refusal.code.code))
                json.field("message", refusal.message)
            }
        }
        try work.note(.messageRefused, of: subject, detail: json.text)
    }

    /// Nil: nobody is left.
    private func subject(of message: ScheduledMessage) throws(CommandError) -> EventSubject? {
        switch message.draft.target {
        case .group(let id): groupNumber(id).map(EventSubject.group)
        case .c2c(let user): try accounts.account(user).map { .user($0.number) }
        }
    }

    /// Those of which the last commands have told.
    package func takeRefused() -> [RefusedSending] {
        if refused.isEmpty { return [] }
        defer { refused = [] }
        return refused
    }

    // MARK: - Rows

    private func find(
        _ selection: Selection<ScheduledMessage.Column>, _ values: [SQLValue]
    ) throws(CommandError) -> ScheduledMessage? {
        var found: ScheduledMessage?
        try work.query(selection, values) { row throws(StoreError) in found = try ScheduledMessage(row) }
        return found
    }

    private func total() throws(CommandError) -> Int64 {
        if let counted { return counted }
        var count: Int64 = 0
        try work.query("SELECT count(*) FROM scheduled_message", []) { row in count = row.integer(0) }
        counted = count
        return count
    }

    /// It holds its uploads no longer. One that is sent now refers to them, before they could end.
    private func delete(_ id: Stamp) throws(CommandError) {
        try letGo(
            after: work.options.media.unusedPeriod,
            "SELECT media FROM scheduled_message WHERE id = $1 AND media IS NOT NULL", [.integer(id)])
        try work.execute("DELETE FROM scheduled_message WHERE id = $1", [.integer(id)])
        counted = counted.map { $0 - 1 }
    }

    /// A row that is damaged elsewhere still says what it holds.
    private func letGo(
        after period: Milliseconds, _ selection: SQL, _ values: [SQLValue]
    ) throws(CommandError) {
        var held: [String] = []
        try work.query(selection, values) { row in held.append(row.text(0)) }
        for text in held { try mediaReferences.letGo(ScheduledMessage.uploads(text), after: period) }
    }

    /// Of a deleted account: what it was to send, and what it was to get.
    func erase(of account: Account) throws(CommandError) {
        let values: [SQLValue] = [.text(account.id.text), .text(ConversationID.c2c(account.id).description)]
        try letGo(
            after: 0,
            "SELECT media FROM scheduled_message WHERE (sender = $1 OR target = $2) AND media IS NOT NULL", values)
        let gone = try work.execute("DELETE FROM scheduled_message WHERE sender = $1 OR target = $2", values)
        counted = counted.map { $0 - Int64(gone) }
    }

    /// After a rollback nothing in memory is sure, but that a row is damaged.
    func forget() {
        counted = nil
        refused = []
    }
}

/// A scheduled message that could not be sent when it was due.
package struct RefusedSending: Sendable {
    package let message: ScheduledMessage
    package let refusal: Refusal
}

private let mostAtOnce = 64
