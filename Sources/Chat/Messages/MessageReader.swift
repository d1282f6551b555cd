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

    package init(user: UserID, account: AccountNumber, bytes: Int = .max, cutoff: Stamp) {
        self.user = user
        self.account = account
        self.bytes = bytes
        self.cutoff = cutoff
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
        guard number.stamp >= cutoff, let message = try stored(StoredMessage.find(number, in: store)),
            message.settings.contains(.history),
            let conversation = try stored(conversation(message.conversation, in: store)),
            message.seq > conversation.visibleAfter
        else { return nil }
        return try stored(view(message, in: conversation, store))
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
            if row.seq > conversation.visibleAfter {
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
        guard change.message.stamp >= cutoff, let message = try stored(StoredMessage.find(change.message, in: store))
        else { return ChangeView(change, nil) }
        return ChangeView(change, try stored(view(message, in: conversation, store)))
    }

    // MARK: - Conversations that the user can read

    private struct Readable {
        let row: ConversationRow
        let id: ConversationID
        let sessionType: SessionType
        let visibleAfter: Seq
    }

    private func view(
        _ message: StoredMessage, in conversation: Readable, _ store: any Transaction
    ) throws(StoreError) -> MessageView {
        let from = message.sender == account ? user : try Account.name(message.sender, in: store)
        return MessageView(
            message: message, conversation: conversation.id, from: from, sessionType: conversation.sessionType)
    }

    private static let byParties = Conversation.Column.select("WHERE low = $1 AND high = $2")

    /// By the name that the user has for it. Nil: nothing has been said in it.
    private func conversation(_ id: ConversationID, in store: any Transaction) throws(CommandError) -> Readable? {
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
            if try !stored(GroupQueries.isMember(account, of: number, in: store)) {
                throw .refused(.nimNotInGroup, keys: ["conversationID"])
            }
            parties = .group(number)
        }
        var found: ConversationRow?
        try stored(store.query(Self.byParties, [parties.low, parties.high]) { row in found = ConversationRow(row) })
        guard let found else { return nil }
        return try stored(readable(found, in: store))
    }

    private func conversation(
        _ number: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Readable? {
        var found: ConversationRow?
        try store.query(Conversation.byNumber, [.integer(number)]) { row in found = ConversationRow(row) }
        return try found.flatMap { row throws(StoreError) in try readable(row, in: store) }
    }

    /// Nil: the user is none of its members.
    private func readable(_ row: ConversationRow, in store: any Transaction) throws(StoreError) -> Readable? {
        var (id, type): (ConversationID, SessionType)
        switch row.parties {
        case .users(let pair):
            guard pair.low == account || pair.high == account else { return nil }
            (id, type) = (.c2c(try Account.name(pair.other(than: account), in: store)), .p2p)
        case .group(let number):
            guard try GroupQueries.isMember(account, of: number, in: store),
                let kind = try GroupQueries.kind(of: number, in: store)
            else { return nil }
            (id, type) = (.group(String(number)), kind == .group ? .group : .superGroup)
        }
        var visibleAfter: Seq = 0
        try store.query(
            "SELECT visible_after FROM membership WHERE id = $1", [.integer(PairKey.key(account, row.number))]
        ) { row in visibleAfter = row.integer(0) }
        return Readable(row: row, id: id, sessionType: type, visibleAfter: visibleAfter)
    }
}
