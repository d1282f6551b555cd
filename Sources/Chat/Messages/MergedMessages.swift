import ClientProtocol
import Domain
import JSON
import Storage

/// M-56: a wish to forward messages as one, and what the gateway has copied of them.
struct Merge: Sendable {
    let numbers: [MessageNumber]
    var copies: [MergedCopy] = []
    /// The uploads to which they refer.
    var media: [StoredMedia] = []
}

/// A message as it was when it was forwarded: a row of `merged_message`.
struct MergedCopy: Sendable {
    /// The message that was copied. Nothing else of it may be left.
    let origin: MessageNumber
    let sender: AccountNumber
    let kind: MessageKind
    let body: String
    /// The ids of its uploads.
    let media: [String]

    var time: Milliseconds { origin.stamp.time }

    var bytes: Int { body.utf8.count + media.reduce(0) { $0 + $1.utf8.count } }

    static let mostBytes = 262_144

    /// Whether one message may hold them.
    static func fit(_ copies: [MergedCopy]) -> Bool { copies.reduce(0) { $0 + $1.bytes } <= mostBytes }
}

/// Keeps the copies that messages of type 21 hold: they go with their message, and with the erasure of their authors.
package final class MergedMessages {
    let work: UnitOfWork
    let conversations: Conversations
    let memberships: Memberships
    let mediaReferences: MediaReferences
    let messageStore: MessageStore
    let messageChanges: MessageChanges

    private static let insertion = MergedCopy.Column.insert()
    private static let ofMessage = MergedCopy.Column.select("WHERE message = $1 AND place > $2 ORDER BY place LIMIT $3")

    init(
        work: UnitOfWork, conversations: Conversations, memberships: Memberships, mediaReferences: MediaReferences,
        messageStore: MessageStore, messageChanges: MessageChanges
    ) {
        self.work = work
        self.conversations = conversations
        self.memberships = memberships
        self.mediaReferences = mediaReferences
        self.messageStore = messageStore
        self.messageChanges = messageChanges
    }

    /// The draft with what it forwards, as the history gives it to the sender. Nothing is changed.
    func fill(_ draft: Draft, for sender: Account) throws(CommandError) -> Draft {
        guard var merge = draft.merge else { return draft }
        let reader = MessageReader(user: sender.id, account: sender.number, cutoff: work.messageCutoff, now: work.now)
        var source: ConversationNumber?
        var media: Set<String> = []
        // In the order in which they were sent, whatever the client says.
        for number in Set(merge.numbers).sorted() {
            guard let message = try stored(reader.readable(number, in: work.store)), !message.isRecalled,
                message.kind != .notification
            else { throw .refused(.noMessage, keys: ["msgIds"]) }
            // Its readers would show it to others.
            if message.isTargeted { throw .refused(.forbidden, "one is for some members alone", keys: ["msgIds"]) }
            guard source == nil || source == message.conversation else {
                throw .refused(.messageParameters, "they are of several conversations", keys: ["msgIds"])
            }
            source = message.conversation
            let ids = message.life?.media.map(\.id) ?? []
            merge.copies.append(
                MergedCopy(
                    origin: number, sender: message.sender, kind: message.kind,
                    body: MergedBody.copied(message.body, of: message.kind), media: ids))
            media.formUnion(ids)
        }
        guard MergedCopy.fit(merge.copies) else {
            throw .refused(.tooLarge, "they have more than \(MergedCopy.mostBytes) bytes", keys: ["msgIds"])
        }
        merge.media = try mediaReferences.copied(media.sorted())
        var filled = draft
        filled.body = try MergedBody.text(titled: MergedBody.title(of: draft.body), merge.copies, in: work.store)
        filled.merge = merge
        return filled
    }

    func keep(_ merge: Merge?, of message: MessageNumber) throws(CommandError) {
        guard let merge else { return }
        try mediaReferences.add(merge.media, to: message)
        try stored(Self.insert(merge.copies, of: message, in: work.store))
    }

    static func insert(
        _ copies: [MergedCopy], of message: MessageNumber, in store: any Transaction
    ) throws(StoreError) {
        for (index, copy) in copies.enumerated() {
            try store.execute(insertion, copy.values(of: message, at: index + 1))
        }
    }

    /// The message was recalled, has expired or was erased.
    func erase(of message: StoredMessage) throws(CommandError) {
        guard message.kind == .merged else { return }
        try work.execute("DELETE FROM merged_message WHERE message = $1", [.integer(message.id)])
    }

    /// of messages that are kept no longer. A star outlives its message, and keeps the title without the lines:
    /// nothing would find their authors any more.
    func trim(after first: MessageNumber, through last: MessageNumber) throws(CommandError) {
        let values: [SQLValue] = [.integer(first), .integer(last)]
        var gone: [MessageNumber] = []
        try work.query(
            """
            SELECT DISTINCT message FROM merged_message WHERE message > $1 AND message <= $2
                AND NOT EXISTS (SELECT 1 FROM message WHERE id = merged_message.message)
            """, values
        ) { row in gone.append(row.integer(0)) }
        for message in gone {
            try work.execute("DELETE FROM merged_message WHERE message = $1", [.integer(message)])
            try stored(Star.dropLines(of: message, in: work.store))
        }
    }

    /// M-57: what an erased user has written is in no copy any more, some messages at a time. Returns whether there
    /// may be more.
    func erase(by sender: AccountNumber, through last: MessageNumber) throws(CommandError) -> Bool {
        var found: [MessageNumber] = []
        try work.query(
            "SELECT DISTINCT message FROM merged_message WHERE sender = $1 AND origin <= $2 LIMIT $3",
            [.integer(sender), .integer(last), .integer(Int64(mostErased))]
        ) { row in found.append(row.integer(0)) }
        for number in found {
            try work.execute(
                "DELETE FROM merged_message WHERE message = $1 AND sender = $2 AND origin <= $3",
                [.integer(number), .integer(sender), .integer(last)])
            try work.skippingDamage { () throws(CommandError) in try settle(number) }
        }
        return !found.isEmpty
    }

    /// The message shows what is left of its copies, and gives no other upload to its readers.
    private func settle(_ number: MessageNumber) throws(CommandError) {
        guard let message = try stored(StoredMessage.find(number, in: work.store)), !message.isRecalled else { return }
        let copies = try stored(Self.copies(of: number, in: work.store)).map(\.copy)
        let body = try MergedBody.text(titled: MergedBody.title(of: message.body), copies, in: work.store)
        try mediaReferences.replace(message, by: mediaReferences.copied(Set(copies.flatMap(\.media)).sorted()))
        let conversation = try conversations.conversation(message.conversation)
        if number.stamp >= work.messageCutoff || conversation.last?.id == number {
            _ = try messageChanges.change(message, in: conversation, isVoid: false) { message.merging(body, at: $0) }
        } else {
            let rest = message.merging(body, at: message.change)
            try messageStore.replace(by: rest, in: conversation)
            try memberships.replaceHeld(by: rest)
        }
    }

    /// Those behind a place, in their order.
    static func copies(
        of message: MessageNumber, after place: Int = 0, limit: Int = mostCopies, in store: any Transaction
    ) throws(StoreError) -> [(place: Int, copy: MergedCopy)] {
        var found: [(place: Int, copy: MergedCopy)] = []
        try store.query(ofMessage, [.integer(message), .integer(Int64(place)), .integer(Int64(limit))]) {
            row throws(StoreError) in
            found.append((Int(row.integer(.place) as Int64), try MergedCopy(row)))
        }
        return found
    }
}

/// The body of a message of type 21: what a list or a bubble shows of it.
enum MergedBody {
    private static let mostLines = 5
    private static let mostCharacters = 100

    static func title(of body: String) -> String {
        let document = JSONDocument()
        return (try? document.parse(body))?["title"]?.string ?? ""
    }

    /// Before anything is copied, and in a message inside another.
    static func text(titled title: String, count: Int? = nil) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("title", title)
            if let count { json.field("count", Int64(count)) }
        }
        return json.text
    }

    static func text(
        titled title: String, _ copies: [MergedCopy], in store: any Transaction
    ) throws(CommandError) -> String {
        let lines = try copies.prefix(mostLines).map { copy throws(CommandError) in
            (from: try stored(Account.name(copy.sender, in: store)), copy: copy)
        }
        var json = JSONWriter()
        json.object { json in
            json.field("title", title)
            json.array("lines") { json in
                for line in lines {
                    json.object { json in
                        json.field("from", line.from.text)
                        json.field("type", line.copy.kind.rawValue)
                        if let text = said(line.copy) { json.field("text", String(text.prefix(mostCharacters))) }
                    }
                }
            }
            json.field("count", Int64(copies.count))
        }
        return json.text
    }

    private static func said(_ copy: MergedCopy) -> String? {
        switch copy.kind {
        case .text: return (try? JSONDocument().parse(copy.body))?["text"]?.string
        case .elements: return MessageElement.said(in: copy.body).text
        case .merged: return title(of: copy.body)
        default: return nil
        }
    }

    /// One inside another keeps its title and its count: its authors are not copied once more.
    static func copied(_ body: String, of kind: MessageKind) -> String {
        guard kind == .merged else { return body }
        let count = (try? JSONDocument().parse(body))?["count"]?.int64 ?? 0
        return text(titled: title(of: body), count: Int(count))
    }
}

extension Draft {
    /// M-56: one that forwards these messages.
    package init(
        forwarding numbers: [MessageNumber], titled title: String, to target: ConversationID, clientID: String
    ) {
        self.init(
            target: target, clientID: clientID, kind: .merged, settings: .standard,
            body: MergedBody.text(titled: title))
        merge = Merge(numbers: numbers)
    }
}

// MARK: - Reading

/// A page of what a message of type 21 holds.
package struct MergedPage: Sendable {
    package struct Entry: Sendable {
        let from: UserID
        let copy: MergedCopy
        let media: [MessageMedia]

        package func write(to json: inout JSONWriter) {
            json.field("from", from.text)
            json.field("time", copy.time.rawValue)
            json.field("type", copy.kind.rawValue)
            json.key("body")
            var body = copy.body
            body.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
            if media.isEmpty { return }
            json.array("media") { json in
                for one in media { json.object { one.write(to: &$0) } }
            }
        }
    }

    package var entries: [Entry] = []
    /// The place of the last one; 0: there are no more.
    package var next = 0

    /// Of a message that may be read, as many as fit, one in any case.
    private init(
        of message: StoredMessage, after place: Int, limit: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) {
        let found = try MergedMessages.copies(of: message.id, after: place, limit: limit + 1, in: store)
        var left = bytes
        for (index, copy) in found.map(\.copy).enumerated() {
            left -= copy.bytes + copy.media.count * MessageMedia.weight + 160
            if index == limit || left < 0 && !entries.isEmpty {
                next = found[index - 1].place
                return
            }
            var media: [MessageMedia] = []
            // They show their state as it is now.
            for id in copy.media {
                guard let one = try StoredMedia.find(id, in: store) else { continue }
                media.append(MessageMedia(one, thumbnail: try MediaReader.thumbnail(of: one, in: store)))
            }
            entries.append(Entry(from: try Account.name(copy.sender, in: store), copy: copy, media: media))
        }
    }

    /// For one to whom the history gives the message.
    package init(
        of number: MessageNumber, after place: Int, limit: Int, for reader: MessageReader, in store: any Transaction
    ) throws(CommandError) {
        guard let message = try stored(reader.readable(number, in: store)), message.kind == .merged, !message.isRecalled
        else { throw .refused(.noMessage, keys: ["msgId"]) }
        self = try stored(Self(of: message, after: place, limit: limit, bytes: reader.bytes, in: store))
    }

    /// For a backend.
    package init(
        of number: MessageNumber, after place: Int, limit: Int, bytes: Int, cutoff: Stamp, now: Milliseconds,
        in store: any Transaction
    ) throws(CommandError) {
        guard number.stamp >= cutoff, let message = try stored(StoredMessage.find(number, in: store)),
            message.kind == .merged, !message.isRecalled, !message.isGone(at: now)
        else { throw .refused(.noMessage, keys: ["msgId"]) }
        self = try stored(Self(of: message, after: place, limit: limit, bytes: bytes, in: store))
    }
}

// MARK: - Rows

extension MergedCopy {
    enum Column: Int, TableColumn {
        static let table = "merged_message"
        static let keys = 2
        case message, place, origin, sender, kind, body, media
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        guard let media = (try? JSONDocument().parse(row.text(.media)))?.elements?.compactMap(\.string) else {
            throw row.damaged(.media)
        }
        self.init(
            origin: row.integer(.origin), sender: row.integer(.sender), kind: try row.choice(.kind),
            body: try row.json(.body), media: media)
    }

    fileprivate func values(of message: MessageNumber, at place: Int) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .message: .integer(message)
            case .place: .integer(Int64(place))
            case .origin: .integer(origin)
            case .sender: .integer(sender)
            case .kind: .integer(kind.rawValue)
            case .body: .text(body)
            case .media: .text(listText(media))
            }
        }
    }
}

/// Of one message.
private let mostCopies = 100
/// Each may be told to a whole group.
private let mostErased = 8
