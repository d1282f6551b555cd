import ClientProtocol
import Domain
import JSON
import Storage

extension StoreExport {
    private static let messagesAfter = StoredMessage.Column.select("WHERE id > $1 ORDER BY id LIMIT $2")

    /// The oldest first. `account`: those that it can read, and all that it has sent. Nil: all.
    func exportMessages(of account: Account?) throws(StoreError) {
        let reader = account.map {
            MessageReader(user: $0.id, account: $0.number, cutoff: messageCutoff, now: now)
        }
        var after = MessageNumber(messageCutoff.rawValue - 1)
        var places: [ConversationNumber: Place] = [:]
        while true {
            var page: [StoredMessage] = []
            try store.query(Self.messagesAfter, [.integer(after), .integer(Int64(Self.page))]) {
                row throws(StoreError) in
                page.append(try StoredMessage(row))
            }
            guard let last = page.last else { return }
            after = last.id
            for message in page where isGivenOut(message) {
                let known = places[message.conversation]
                let place = if let known { known } else { try self.place(of: message.conversation, reader) }
                if places.count == mostPlaces { places.removeAll() }
                places[message.conversation] = place
                if let reader, let account, !isOwn(message, of: account) {
                    guard let readable = place.readable,
                        try reader.shows(message.seq, message.audience, of: readable, in: store)
                    else { continue }
                }
                try export(message, in: place)
            }
        }
    }

    /// The number was another user's before it was the account's.
    private func isOwn(_ message: StoredMessage, of account: Account) -> Bool {
        message.sender == account.number && message.id.stamp.time >= account.createdAt
    }

    private func isGivenOut(_ message: StoredMessage) -> Bool {
        message.kind != .notification && message.settings.contains(.history) && !message.isRecalled
            && !message.isGone(at: now)
    }

    private func place(of number: ConversationNumber, _ reader: MessageReader?) throws(StoreError) -> Place {
        guard let row = try ConversationRow.find(number, in: store) else { throw .missing("conversation", number) }
        var readable: MessageReader.Readable?
        if let reader { readable = try reader.conversation(number, in: store) }
        switch row.parties {
        case .group(let group): return Place(group: String(group), users: [:], readable: readable)
        case .users(let pair):
            // Both are one where a user writes to itself.
            var users = [pair.low: try Account.name(pair.low, in: store)]
            users[pair.high] = try Account.name(pair.high, in: store)
            return Place(group: nil, users: users, readable: readable)
        }
    }

    private func export(_ message: StoredMessage, in place: Place) throws(StoreError) {
        let known = place.users[message.sender]
        let from = if let known { known } else { try Account.name(message.sender, in: store) }
        let other = place.users.first { $0.key != message.sender }?.value ?? from
        // A store has bodies of gateways that took them with line ends: the writer leaves these out.
        guard let body = try? JSONDocument().parse(message.body) else {
            throw .corrupt(table: "message", row: message.id, "its body is no JSON")
        }
        var copies: [(entry: MergedPage.Entry, media: [String])] = []
        if message.kind == .merged {
            copies = try MergedMessages.copies(of: message.id, in: store).map { _, copy throws(StoreError) in
                let from = try Account.name(copy.sender, in: store)
                return (MergedPage.Entry(from: from, copy: copy, media: []), try exported(copy.media))
            }
        }
        let media = try exported(message.life?.media.map(\.id) ?? [])
        try line("message") { json in
            json.field("id", String(message.id))
            json.field("from", from.text)
            if let group = place.group { json.field("group", group) } else { json.field("to", other.text) }
            json.field("time", message.time.rawValue)
            json.field("kind", message.kind.rawValue)
            json.field("body", body)
            json.field("seq", message.seq.rawValue)
            json.field("clientMsgId", message.clientID)
            if let reply = message.life?.reply { json.field("replyTo", String(reply.message)) }
            if let life = message.life, life.version > 0 { json.field("editedAt", life.changedAt.rawValue) }
            if let expireAt = message.life?.expireAt { json.field("expireAt", expireAt.rawValue) }
            message.life?.writeVisibleTo(to: &json)
            message.life?.writeReactions(nil, to: &json)
            write(media: media, to: &json)
            if copies.isEmpty { return }
            json.array("merged") { json in
                for copy in copies {
                    json.object { json in
                        copy.entry.write(to: &json)
                        write(media: copy.media, to: &json)
                    }
                }
            }
        }
    }

    /// Where a message was sent, as its line says it.
    private struct Place {
        /// Nil: between two users.
        let group: String?
        let users: [AccountNumber: UserID]
        /// By the user whose lines these are.
        let readable: MessageReader.Readable?
    }
}

private let mostPlaces = 100_000
