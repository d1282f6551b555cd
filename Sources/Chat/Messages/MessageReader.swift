import ClientProtocol
import Domain
import Storage

/// Messages by their ids, and changes of messages, as far as the history gives them to a user (M-10, M-11). Read from the store
/// alone, on any reader's queue.
package struct MessageReader: Sendable {
    let user: UserID
    let account: AccountNumber
    /// The bytes that a page may take, about.
    let bytes: Int
    /// The stamp before which messages are no longer given out.
    let cutoff: Stamp
    /// Messages that have expired by then are not given out either.
    let now: Milliseconds

    package init(
        user: UserID, account: AccountNumber, bytes: Int = .max, cutoff: Stamp, now: Milliseconds
    ) {
        self.user = user
        self.account = account
        self.bytes = bytes
        self.cutoff = cutoff
        self.now = now
    }

    package struct Found: Sendable {
        package let id: String
        /// Nil: there is no such message for the user.
        package let view: MessageView?
    }

    /// In the order of the ids; as many as fit, one in any case.
    package func messages(_ ids: [String], in store: any Transaction) throws(CommandError) -> [Found] {
        var left = bytes
        var found: [Found] = []
        for id in ids {
            let number: MessageNumber? = MessageNumber(id)
            let view = if let number { try view(number, in: store) } else { nil as MessageView? }
            left -= view?.weight ?? 64
            if left < 0, !found.isEmpty { break }
            found.append(Found(id: id, view: view))
        }
        return found
    }

    private func view(_ number: MessageNumber, in store: any Transaction) throws(CommandError) -> MessageView? {
        guard let (message, conversation) = try stored(find(number, in: store)) else { return nil }
        return try stored(view(message, in: conversation, store))
    }

    /// Nil: the history does not show it to the user.
    private func find(
        _ number: MessageNumber, in store: any Transaction
    ) throws(StoreError) -> (StoredMessage, Readable)? {
        guard number.stamp >= cutoff, let message = try StoredMessage.find(number, in: store),
            message.settings.contains(.history), !message.isGone(at: now),
            let conversation = try conversation(message.conversation, in: store),
            try shows(message.seq, message.audience, of: conversation, in: store)
        else { return nil }
        return (message, conversation)
    }

    /// The same without its view.
    func readable(_ number: MessageNumber, in store: any Transaction) throws(StoreError) -> StoredMessage? {
        try find(number, in: store)?.0
    }

    package struct Changes: Sendable {
        package let changes: [ChangeView]
        /// Where the page ends.
        package let place: Seq
        package let isFinished: Bool
    }

    /// The changes after a place, in their order. Refuses a place from which nobody can go on.
    package func changes(
        of id: ConversationID, after place: Seq, limit: Int, in store: any Transaction
    ) throws(CommandError) -> Changes {
        guard let conversation = try conversation(id, in: store) else {
            return Changes(changes: [], place: 0, isFinished: true)
        }
        let head = conversation.row.change
        guard place <= head, place >= conversation.row.changesLost else {
            throw .refused(.resyncRequired, keys: ["after"])
        }
        let rows = try stored(
            StoredChange.find(in: conversation.row.number, after: place, limit: limit + 1, in: store))
        var left = bytes
        var (changes, end) = ([ChangeView](), place)
        var count = 0
        for row in rows.prefix(limit) {
            if try stored(shows(row.seq, row.audience, of: conversation, in: store)) {
                let view = try self.view(of: row, in: conversation, store)
                left -= view.weight
                if left < 0, !changes.isEmpty { break }
                changes.append(view)
            }
            end = row.place
            count += 1
        }
        let isFinished = count == rows.count
        return Changes(changes: changes, place: isFinished ? head : end, isFinished: isFinished)
    }

    private func view(
        of change: StoredChange, in conversation: Readable, _ store: any Transaction
    ) throws(CommandError) -> ChangeView {
        guard change.message.stamp >= cutoff, let message = try stored(StoredMessage.find(change.message, in: store)),
            !message.isGone(at: now)
        else { return ChangeView(change, nil) }
        return ChangeView(change, try stored(view(message, in: conversation, store)))
    }

    /// M-32: the pinned ones of a conversation, the one that was pinned last first, and the place of the last change.
    package func pins(
        of id: ConversationID, in store: any Transaction
    ) throws(CommandError) -> (messages: [MessageView], ids: [MessageNumber], change: Seq) {
        guard let conversation = try conversation(id, in: store) else { return ([], [], 0) }
        var numbers: [MessageNumber] = []
        try stored(
            store.query(
                "SELECT message FROM pinned_message WHERE conversation = $1 ORDER BY stamp DESC",
                [.integer(conversation.row.number)]
            ) { row in numbers.append(row.integer(0)) })
        var (views, ids, left) = ([MessageView](), [MessageNumber](), bytes)
        for number in numbers {
            guard let view = try view(number, in: store) else { continue }
            ids.append(number)
            left -= view.weight
            if left >= 0 || views.isEmpty { views.append(view) }
        }
        return (views, ids, conversation.row.change)
    }

    package struct ReplyPage: Sendable {
        package var messages: [MessageView] = []
        /// The last reply that was looked at; nil: there are no more.
        package var next: MessageNumber?
    }

    private static let olderReplies = SQL(
        composed: "SELECT id FROM message WHERE \(Schema.repliesToMessage) AND id < $2 ORDER BY id DESC LIMIT $3")
    private static let newerReplies = SQL(
        composed: "SELECT id FROM message WHERE \(Schema.repliesToMessage) AND id > $2 ORDER BY id LIMIT $3")

    /// M-52: those of the replies to a message that the user can read; so many are looked at.
    package func replies(
        to number: MessageNumber, _ direction: History.Direction, after cursor: MessageNumber?, limit: Int,
        in store: any Transaction
    ) throws(CommandError) -> ReplyPage {
        guard try stored(find(number, in: store)) != nil else { throw .refused(.noMessage, keys: ["msgId"]) }
        var replies: [MessageNumber] = []
        let start = cursor ?? (direction == .older ? .max : 0)
        try stored(
            store.query(
                direction == .older ? Self.olderReplies : Self.newerReplies,
                [.integer(number), .integer(start), .integer(Int64(limit + 1))]
            ) { row in replies.append(row.integer(0)) })
        var page = ReplyPage()
        var (left, last) = (bytes, number)
        for (index, reply) in replies.enumerated() {
            let view = try view(reply, in: store)
            left -= view?.weight ?? 0
            if index == limit || left < 0 && !page.messages.isEmpty {
                page.next = last
                break
            }
            if let view { page.messages.append(view) }
            last = reply
        }
        return page
    }

    package struct ReactionPage: Sendable {
        package var reactions: [(reaction: String, user: UserID, time: Milliseconds)] = []
        /// Nil: there are no more.
        package var next: String?
    }

    /// M-26: who has reacted to a message, kind by kind, each in the order in which they did. `kind`: of this one alone.
    package func reactions(
        to number: MessageNumber, kind: String?, after cursor: String?, limit: Int, in store: any Transaction
    ) throws(CommandError) -> ReactionPage {
        guard let view = try view(number, in: store), !view.message.isRecalled else {
            throw .refused(.noMessage, keys: ["msgId"])
        }
        let start = cursor.flatMap(ReactionCursor.init) ?? ReactionCursor(stamp: 0, reaction: kind ?? "")
        var page = ReactionPage()
        var last: ReactionCursor?
        try stored(
            store.query(
                """
                SELECT reaction, stamp, account.name FROM reaction JOIN account ON account.id = account
                WHERE message = $1 AND (reaction, stamp) > ($2, $3) AND ($4 IS NULL OR reaction = $4)
                ORDER BY reaction, stamp LIMIT $5
                """,
                [
                    .integer(number), .text(start.reaction), .integer(start.stamp), .optionalText(kind),
                    .integer(Int64(limit + 1)),
                ]
            ) { row throws(StoreError) in
                if page.reactions.count == limit {
                    page.next = last?.text
                    return
                }
                last = ReactionCursor(stamp: row.integer(1), reaction: row.text(0))
                page.reactions.append((row.text(0), try row.userID(2), Stamp(row.integer(1) as Int64).time))
            })
        return page
    }

    // MARK: - Conversations that the user can read

    struct Readable {
        let row: ConversationRow
        let id: ConversationID
        let sessionType: SessionType
        let sight: Sight
    }

    func shows(
        _ seq: Seq, _ audience: Audience?, of conversation: Readable, in store: any Transaction
    ) throws(StoreError) -> Bool {
        try conversation.sight.shows(seq, audience, of: conversation.row.number, in: store)
    }

    func view(
        _ message: StoredMessage, in conversation: Readable, _ store: any Transaction
    ) throws(StoreError) -> MessageView {
        let from = message.sender == account ? user : try Account.name(message.sender, in: store)
        var view = MessageView(
            message: message, conversation: conversation.id, from: from, sessionType: conversation.sessionType)
        try view.addOwnReactions(of: account, in: store)
        return view
    }

    private static let byParties = Conversation.Column.select("WHERE low = $1 AND high = $2")

    /// By the name that the user has for it. Nil: nothing has been said in it.
    func conversation(_ id: ConversationID, in store: any Transaction) throws(CommandError) -> Readable? {
        let parties: Parties
        switch id {
        case .c2c(let peer):
            guard let other = try stored(Account.find(peer, in: store)) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            parties = .users(account, other.number)
        case .group(let text):
            guard let number = groupNumber(text), try stored(GroupQueries.kind(of: number, in: store)) != nil else {
                throw .refused(.nimNoGroup, keys: ["conversationID"])
            }
            if try stored(GroupQueries.joinedAt(account, of: number, in: store)) == nil {
                throw .refused(.nimNotInGroup, keys: ["conversationID"])
            }
            parties = .group(number)
        }
        var found: ConversationRow?
        try stored(store.query(Self.byParties, [parties.low, parties.high]) { row in found = ConversationRow(row) })
        guard let found else { return nil }
        return try stored(readable(found, in: store))
    }

    func conversation(
        _ number: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Readable? {
        try ConversationRow.find(number, in: store).flatMap { row throws(StoreError) in try readable(row, in: store) }
    }

    /// Nil: the user is none of its members.
    private func readable(_ row: ConversationRow, in store: any Transaction) throws(StoreError) -> Readable? {
        var (id, type): (ConversationID, SessionType)
        var joinedAt: Stamp?
        switch row.parties {
        case .users(let pair):
            guard pair.low == account || pair.high == account else { return nil }
            (id, type) = (.c2c(try Account.name(pair.other(than: account), in: store)), .p2p)
        case .group(let number):
            joinedAt = try GroupQueries.joinedAt(account, of: number, in: store)
            guard joinedAt != nil, let kind = try GroupQueries.kind(of: number, in: store)
            else { return nil }
            (id, type) = (.group(String(number)), kind == .group ? .group : .superGroup)
        }
        let recipient = MessageRecipient(account: account, user: user, joinedAt: joinedAt)
        let sight = try Sight.find(recipient, row.number, in: store)
        return Readable(row: row, id: id, sessionType: type, sight: sight)
    }
}

/// Where a page of reactions ends.
private struct ReactionCursor {
    let stamp: Stamp
    let reaction: String

    var text: String { "\(stamp):\(reaction)" }

    init(stamp: Stamp, reaction: String) {
        (self.stamp, self.reaction) = (stamp, reaction)
    }

    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let stamp = Int64(text[..<colon]) else { return nil }
        self.init(stamp: Stamp(stamp), reaction: String(text[text.index(after: colon)...]))
    }
}
