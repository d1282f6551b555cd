import ClientProtocol
import Domain
import JSON
import Storage

/// U-22 to U-24: which media a user can read, and for how long. Read from the store alone, on any reader's queue.
package struct MediaReader: Sendable {
    private let messages: MessageReader

    package init(_ messages: MessageReader) {
        self.messages = messages
    }

    package struct Found: Sendable {
        package let id: String
        /// Nil: there is none for the user.
        package let media: StoredMedia?
        /// When the user can read it no more, since the last message expires; nil: that is not known.
        package let end: Milliseconds?
    }

    package func find(_ ids: [String], in store: any Transaction) throws(CommandError) -> [Found] {
        try ids.map { id throws(CommandError) in try stored(find(id, in: store)) }
    }

    private func find(_ id: String, in store: any Transaction) throws(StoreError) -> Found {
        guard let media = try StoredMedia.find(id, in: store), media.state.isUsable else {
            return Found(id: id, media: nil, end: nil)
        }
        if try media.isOwned(by: messages.account, in: store) { return Found(id: id, media: media, end: nil) }
        // U-32: before the review it is its owner's alone.
        guard media.state == .ready, let end = try lasting(media, in: store) else {
            return Found(id: id, media: nil, end: nil)
        }
        return Found(id: id, media: media, end: end == .max ? nil : end)
    }

    /// Until when history shows the user a message that refers to it, or to what it is the thumbnail of. `max`: none of them
    /// expires. Nil: there is none.
    func lasting(_ media: StoredMedia, in store: any Transaction) throws(StoreError) -> Milliseconds? {
        var latest = try lasting(media.number, in: store)
        if latest == .max { return latest }
        var originals: [MediaNumber] = []
        try store.query("SELECT id FROM media WHERE thumbnail = $1 AND thumbnail != 0", [.integer(media.number)]) {
            row in
            originals.append(row.integer(0))
        }
        for original in originals {
            if let end = try lasting(original, in: store) { latest = max(latest ?? 0, end) }
        }
        return latest
    }

    private func lasting(_ number: MediaNumber, in store: any Transaction) throws(StoreError) -> Milliseconds? {
        var numbers: [MessageNumber] = []
        // Of those in conversations that the user has a row for: most messages with it may be others'.
        try store.query(
            """
            SELECT message.id FROM media_reference CROSS JOIN message ON message.id = media_reference.message
            WHERE media_reference.media = $1 AND media_reference.message >= $2
                AND EXISTS (SELECT 1 FROM membership WHERE membership.id = ($3 << 32 | message.conversation))
            ORDER BY media_reference.message DESC
            """, [.integer(number), .integer(messages.cutoff), .integer(messages.account)]
        ) { row in numbers.append(row.integer(0)) }
        var latest: Milliseconds?
        for number in numbers {
            guard let message = try messages.readable(number, in: store) else { continue }
            guard let end = message.life?.expireAt else { return .max }
            latest = max(latest ?? 0, end)
        }
        return latest
    }

    package struct Page: Sendable {
        package var media: [StoredMedia] = []
        /// Nil: there are no more.
        package var next: String?
    }

    private static let own = StoredMedia.Column.select(
        "WHERE id < $1 AND owner = $3 AND id >= $4 ORDER BY id DESC LIMIT $2")
    private static let all = StoredMedia.Column.select("WHERE id < $1 ORDER BY id DESC LIMIT $2")

    /// U-37: a user's uploads, or everybody's, the newest first.
    package static func list(
        of owner: AccountNumber?, after cursor: String?, limit: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        var page = Page()
        var values: [SQLValue] = [
            .integer(cursor.flatMap(MediaNumber.init) ?? .max), .integer(Int64(limit + 1)),
        ]
        if let owner { values += [.integer(owner), .integer(try StoredMedia.first(of: owner, in: store))] }
        try store.query(owner == nil ? all : own, values) { row throws(StoreError) in
            if page.media.count == limit {
                page.next = page.media.last.map { String($0.number) }
                return
            }
            page.media.append(try StoredMedia(row))
        }
        return page
    }

    private static let ownBehind = StoredMedia.Column.select("WHERE owner = $3 AND id > $1 ORDER BY id LIMIT $2")
    private static let behind = StoredMedia.Column.select("WHERE id > $1 ORDER BY id LIMIT $2")

    /// U-40: a user's uploads, or everybody's, the oldest first. Former owners of the account are among the users.
    package static func page(
        of owner: AccountNumber?, behind first: MediaNumber, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [StoredMedia] {
        var found: [StoredMedia] = []
        let bounds: [SQLValue] = [.integer(first), .integer(Int64(limit))]
        try store.query(owner == nil ? behind : ownBehind, bounds + (owner.map { [.integer($0)] } ?? [])) {
            row throws(StoreError) in found.append(try StoredMedia(row))
        }
        return found
    }

    /// U-37: how much a user has uploaded; nil: all together.
    package static func usage(
        of owner: AccountNumber?, in store: any Transaction
    ) throws(StoreError) -> (files: Int64, bytes: Int64) {
        var usage: (files: Int64, bytes: Int64) = (0, 0)
        if let owner {
            try store.query(
                "SELECT count(*) FROM media WHERE owner = $1 AND id >= $2",
                [.integer(owner), .integer(StoredMedia.first(of: owner, in: store))]
            ) { row in usage.files = row.integer(0) }
        } else {
            try store.query("SELECT count(*) FROM media") { row in usage.files = row.integer(0) }
        }
        try store.query("SELECT bytes FROM media_usage WHERE account = $1", [.integer(owner ?? 0)]) { row in
            usage.bytes = row.integer(0)
        }
        return usage
    }
}

extension StoredMedia {
    /// Those behind it belong to the one who has the account now.
    fileprivate static func first(of owner: AccountNumber, in store: any Transaction) throws(StoreError) -> MediaNumber
    {
        var first = MediaNumber.max
        try store.query("SELECT created_at FROM account WHERE id = $1", [.integer(owner)]) { row in
            first = MediaNumber(Stamp(milliseconds: row.integer(0)))
        }
        return first
    }

    package func isOwned(by account: AccountNumber, in store: any Transaction) throws(StoreError) -> Bool {
        guard owner == account else { return false }
        return try number >= Self.first(of: account, in: store)
    }
}

extension MediaReader {
    /// The uploads whose bytes are to be removed, as many as that.
    package static func removals(limit: Int, in store: any Transaction) throws(StoreError) -> [String] {
        var ids: [String] = []
        try store.query("SELECT media_id FROM media_removal ORDER BY media_id LIMIT $1", [.integer(Int64(limit))]) {
            row in
            ids.append(row.text(0))
        }
        return ids
    }

    /// All that have rows, and whether they are there by their rows; bytes that are to be removed have one as well.
    package static func all(
        in store: any Transaction, _ take: (_ id: String, _ isThere: Bool) -> Void
    ) throws(StoreError) {
        try store.query("SELECT media_id, state IN (1, 2) FROM media") { row in take(row.text(0), row.integer(1) != 0) }
        try store.query("SELECT media_id FROM media_removal") { row in take(row.text(0), false) }
    }

    package static func owner(_ user: UserID, in store: any Transaction) throws(CommandError) -> AccountNumber {
        guard let account = try stored(Account.find(user, in: store)) else {
            throw .refused(.noAccount, keys: ["userID"])
        }
        return account.number
    }

    package static func owner(of media: StoredMedia, in store: any Transaction) throws(StoreError) -> UserID {
        try Account.name(media.owner, in: store)
    }

    package static func thumbnail(of media: StoredMedia, in store: any Transaction) throws(StoreError) -> String? {
        media.thumbnail == 0 ? nil : try StoredMedia.find(media.thumbnail, in: store)?.id
    }
}

/// An upload as its owner and administrators see it.
extension StoredMedia {
    package static let fields = [
        Field("mediaID", .string, "Its id."), Field("use", .words(["message", "avatar"]), "As it was prepared."),
        Field("state", .words(MediaState.allCases.map { "\($0.name)" }), "How far it is."),
        Field("type", .string, "Its media type."), Field(optional: "name", .string, "If it has a name."),
        Field("size", .integer, "In bytes."), Field("time", .milliseconds, "When it was prepared."),
        Field(
            optional: "verified", .words(["digest", "size"]),
            "Of a complete one: `digest` if its bytes are those of `sha256`."),
        Field(optional: "width", .integer, "In pixels, if known."),
        Field(optional: "height", .integer, "In pixels, if known."),
        Field(optional: "thumbnail", .string, "The id of its small picture, if it has one."),
    ]
    package static let shownType = ValueType.object(fields, called: "Media")
}

extension JSONWriter {
    package mutating func media(_ media: StoredMedia, thumbnail: String?) {
        field("mediaID", media.id)
        field("use", media.use.name)
        field("state", media.state.name)
        field("type", media.type)
        if !media.name.isEmpty { field("name", media.name) }
        field("size", media.size)
        field("time", Stamp(rawValue: media.number.rawValue).time.rawValue)
        if media.state.isUsable { field("verified", media.isVerified ? "digest" : "size" as StaticString) }
        if media.width > 0 { field("width", media.width) }
        if media.height > 0 { field("height", media.height) }
        if let thumbnail { field("thumbnail", thumbnail) }
    }
}
