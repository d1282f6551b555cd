import ClientProtocol
import Domain
import Storage

/// The uploads to which a draft refers, and how its message shows them.
typealias DraftMedia = (found: [StoredMedia], shown: [MessageMedia])

/// Which messages refer to which uploads: from this it follows who may read them (U-22), and how long they live (U-25).
final class MediaReferences {
    private let work: UnitOfWork
    let uploads: Uploads

    init(work: UnitOfWork, uploads: Uploads) {
        self.work = work
        self.uploads = uploads
    }

    /// U-20: those of these ids, which the sender has uploaded, or can read. `sender` nil: an administrator need not.
    func resolve(_ ids: [String], for sender: Account?) throws(CommandError) -> DraftMedia {
        if ids.isEmpty { return ([], []) }
        var found: [StoredMedia] = []
        for id in ids {
            guard let media = try stored(StoredMedia.find(id, in: work.store)), media.use == .message,
                media.state.isUsable, try isReadable(media, to: sender)
            else { throw .refused(.noMessage, "there is no such upload for the sender", keys: ["media"]) }
            guard media.uses < usesPerMedia else {
                throw .refused(.tooMany, "\(usesPerMedia) messages refer to the upload", keys: ["media"])
            }
            found.append(media)
        }
        return (found, try shown(found))
    }

    /// M-56: those that the copies of readable messages refer to. One that has gone since is left out.
    func copied(_ ids: [String]) throws(CommandError) -> [StoredMedia] {
        var found: [StoredMedia] = []
        for id in ids {
            guard let media = try stored(StoredMedia.find(id, in: work.store)), media.state.isUsable else { continue }
            guard media.uses < usesPerMedia else {
                throw .refused(.tooMany, "\(usesPerMedia) messages refer to an upload", keys: ["msgIds"])
            }
            found.append(media)
        }
        return found
    }

    private func isReadable(_ media: StoredMedia, to account: Account?) throws(CommandError) -> Bool {
        guard let account, !account.owns(media) else { return true }
        let reader = MessageReader(
            user: account.id, account: account.number, cutoff: work.messageCutoff, now: work.now)
        return try stored(MediaReader(reader).lasting(media, in: work.store)) != nil
    }

    /// As messages show them.
    func shown(_ media: [StoredMedia]) throws(CommandError) -> [MessageMedia] {
        try media.map { media throws(CommandError) in
            let thumbnail =
                media.thumbnail == 0 ? nil : try stored(StoredMedia.find(media.thumbnail, in: work.store))?.id
            return MessageMedia(media, thumbnail: thumbnail)
        }
    }

    /// A message refers to them.
    func add(_ media: [StoredMedia], to message: MessageNumber) throws(CommandError) {
        for media in media {
            let added = try work.execute(
                "INSERT INTO media_reference (media, message) VALUES ($1, $2) ON CONFLICT (media, message) DO NOTHING",
                [.integer(media.number), .integer(message)])
            if added > 0 { try uploads.use(media) }
        }
    }

    /// A message that waits keeps them, and shows them to nobody.
    func hold(_ media: [StoredMedia]) throws(CommandError) {
        var held: Set<MediaNumber> = []
        for media in media where held.insert(media.number).inserted { try uploads.use(media) }
    }

    /// Of one that waits no longer: all that it has held.
    func letGo(_ ids: [String], after period: Milliseconds) throws(CommandError) {
        for id in Set(ids).sorted() {
            guard let media = try stored(StoredMedia.find(id, in: work.store)) else { continue }
            try uploads.release(media.number, after: period)
        }
    }

    /// U-25: a message refers to nothing any more, since it was recalled, has expired or was erased: at once.
    func drop(_ message: StoredMessage) throws(CommandError) {
        guard message.kind == .merged || message.life?.media.isEmpty == false else { return }
        for reference in try referred(after: MessageNumber(message.id.rawValue - 1), through: message.id) {
            try remove(reference, period: 0)
        }
    }

    /// After an edit it refers to others.
    func replace(_ former: StoredMessage, by media: [StoredMedia]) throws(CommandError) {
        let kept = Set(media.map(\.number))
        for reference in try referred(after: MessageNumber(former.id.rawValue - 1), through: former.id)
        where !kept.contains(reference.media) {
            try remove(reference, period: 0)
        }
        try add(media, to: former.id)
    }

    /// of messages that are kept no longer. The last one of a conversation is, and refers to what it did.
    func trim(after first: MessageNumber, through last: MessageNumber) throws(CommandError) {
        for reference in try referred(after: first, through: last) {
            if try stored(StoredMessage.find(reference.message, in: work.store)) != nil { continue }
            try remove(reference, period: work.options.media.gracePeriod)
        }
    }

    private typealias Reference = (media: MediaNumber, message: MessageNumber)

    private func referred(
        after first: MessageNumber, through last: MessageNumber
    ) throws(CommandError) -> [Reference] {
        var found: [Reference] = []
        try work.query(
            "SELECT media, message FROM media_reference WHERE message > $1 AND message <= $2 ORDER BY message, media",
            [.integer(first), .integer(last)]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return found
    }

    private func remove(_ reference: Reference, period: Milliseconds) throws(CommandError) {
        try work.execute(
            "DELETE FROM media_reference WHERE media = $1 AND message = $2",
            [.integer(reference.media), .integer(reference.message)])
        try uploads.release(reference.media, after: period)
    }

    /// Those behind one that refer to it, the oldest first.
    func messages(
        with media: MediaNumber, after first: MessageNumber, limit: Int
    ) throws(CommandError) -> [MessageNumber] {
        var found: [MessageNumber] = []
        try work.query(
            "SELECT message FROM media_reference WHERE media = $1 AND message > $2 ORDER BY message LIMIT $3",
            [.integer(media), .integer(first), .integer(Int64(limit))]
        ) { row in found.append(row.integer(0)) }
        return found
    }

    /// The message says that it is gone: that needs no row.
    func forget(_ media: MediaNumber, in message: MessageNumber) throws(CommandError) {
        try remove((media, message), period: 0)
    }
}
