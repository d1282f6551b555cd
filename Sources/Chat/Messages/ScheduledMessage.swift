import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A message that a backend wants to be sent later (M-40).
package struct ScheduledMessage: Sendable {
    /// The stamp of the request.
    package let id: Stamp
    package let due: Milliseconds
    /// The system sender or a user.
    package let sender: UserID
    package let draft: Draft
    let digest: RequestDigest

    enum Column: Int, TableColumn {
        static let table = "scheduled_message"
        case id, due, sender, target, clientID, kind, settings, replyTo, expireSeconds, digest, body, pushText
        case mentions, memberOption, pushPayload, media
    }

    init(id: Stamp, due: Milliseconds, sender: UserID, draft: Draft, digest: RequestDigest) {
        self.id = id
        self.due = due
        self.sender = sender
        self.draft = draft
        self.digest = digest
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        let mentions = try row.optionalJSON(.mentions)
        var draft = Draft(
            target: try row.decoded(.target, ConversationID.init), clientID: row.text(.clientID),
            kind: try row.choice(.kind), settings: MessageSettings(rawValue: row.integer(.settings)),
            body: try row.json(.body), pushText: row.optionalText(.pushText),
            mentions: mentions.map { (try? JSONDocument().parse($0).elements)??.compactMap(\.string) ?? [] },
            memberOption: row.isNull(.memberOption)
                ? nil : try row.decoded(.memberOption, MemberPushOption.init(json:)),
            pushPayload: row.isNull(.pushPayload) ? nil : try row.decoded(.pushPayload, PushPayload.init(json:)))
        draft.replyTo = row.optionalInteger(.replyTo)
        draft.expireSeconds = row.isNull(.expireSeconds) ? nil : Int(row.integer(.expireSeconds) as Int64)
        if let text = try row.optionalJSON(.media) { draft.media = Self.uploads(text) }
        let digest = try row.digest(.digest)
        draft.digest = digest
        self.init(
            id: row.integer(.id), due: row.integer(.due), sender: try row.userID(.sender), draft: draft,
            digest: digest)
    }

    /// Those that it holds (U-20), as the column has them.
    static func uploads(_ text: String) -> [String] {
        (try? JSONDocument().parse(text).elements)??.compactMap(\.string) ?? []
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(id)
            case .due: .integer(due)
            case .sender: .text(sender.text)
            case .target: .text(draft.target.description)
            case .clientID: .text(draft.clientID)
            case .kind: .integer(draft.kind.rawValue)
            case .settings: .integer(draft.settings.rawValue)
            case .replyTo: draft.replyTo.map { .integer($0) } ?? .null
            case .expireSeconds: draft.expireSeconds.map { .integer(Int64($0)) } ?? .null
            case .digest: .bytes(digest.bytes)
            case .body: .text(draft.body)
            case .pushText: .optionalText(draft.pushText)
            case .mentions: .optionalText(draft.mentionsText)
            case .memberOption: .optionalText(draft.memberOption?.json)
            case .pushPayload: .optionalText(draft.pushPayload?.json)
            case .media: draft.media.isEmpty ? .null : .text(listText(draft.media))
            }
        }
    }

    /// Writes the id and the time by which clients know it.
    package func writeIdentity(to json: inout JSONWriter) {
        json.field("scheduleID", String(id))
        json.field("at", due.rawValue)
        json.field("from", sender.text)
        json.field("conversationID", draft.target)
        json.field("clientMsgId", draft.clientID)
    }

    /// About, in a reply.
    fileprivate var weight: Int { 256 + draft.body.utf8.count }
}

/// Those that wait, in the order in which they are due. Read from the store alone, on any reader's queue.
package enum ScheduledMessageQueries {
    package struct Page: Sendable {
        package var messages: [ScheduledMessage] = []
        /// Nil: there are no more.
        package var next: String?
    }

    private static let some = ScheduledMessage.Column.select("WHERE (due, id) > ($1, $2) ORDER BY due, id LIMIT $3")

    /// As many as fit into so many bytes, one in any case.
    package static func page(
        after cursor: String?, limit: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        let start = cursor.flatMap(place) ?? (0, 0)
        var found: [ScheduledMessage] = []
        try store.query(some, [.integer(start.due), .integer(start.id), .integer(Int64(limit + 1))]) {
            row throws(StoreError) in found.append(try ScheduledMessage(row))
        }
        var (page, left) = (Page(), bytes)
        for message in found.prefix(limit) {
            left -= message.weight
            if left < 0, !page.messages.isEmpty { break }
            page.messages.append(message)
        }
        if let last = page.messages.last, page.messages.count < found.count { page.next = "\(last.due):\(last.id)" }
        return page
    }

    private static func place(_ cursor: String) -> (due: Milliseconds, id: Stamp)? {
        let parts = cursor.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let due = parts[0], let id = parts[1] else { return nil }
        return (Milliseconds(due), Stamp(id))
    }
}
