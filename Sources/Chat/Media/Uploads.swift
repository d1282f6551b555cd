import Bytes
import ClientProtocol
import Domain
import Security
import Storage

/// A client's word for the bytes that it is going to send.
package struct UploadOrder: Sendable {
    let use: MediaUse
    let name: String
    let type: String
    let size: Int64
    let digest: [UInt8]?

    package init(use: MediaUse, name: String, type: String, size: Int64, digest: [UInt8]?) {
        self.use = use
        self.name = name
        self.type = type
        self.size = size
        self.digest = digest
    }
}

/// The outcome of a look at the bytes that have come.
package struct UploadFinding: Sendable {
    package enum Problem: String, Sendable {
        /// Not all bytes are there.
        case incomplete
        case otherDigest, otherType, tooManyPixels
    }

    package let problem: Problem?
    package let isDigestVerified: Bool
    /// Of a picture whose format the gateway knows; 0: it does not.
    package let width: Int64
    package let height: Int64

    package init(problem: Problem?, isDigestVerified: Bool, width: Int64, height: Int64) {
        self.problem = problem
        self.isDigestVerified = isDigestVerified
        self.width = width
        self.height = height
    }
}

/// Uploads from their preparing to their end. Nothing here touches bytes: a row of `media_removal` has them removed, by the
/// process that leads, after the commit and again after a crash.
package final class Uploads {
    let work: UnitOfWork
    private let accounts: Accounts
    private let mediaQuotas: MediaQuotas
    /// Bytes are to be removed since the last commit.
    private var hasRemovals = false

    private static let insertion = StoredMedia.Column.insert()
    private static let saving = StoredMedia.Column.update()
    private static let sameDigest = StoredMedia.Column.select(
        "WHERE owner = $1 AND digest = $2 ORDER BY id DESC LIMIT 20")
    private static let dueFirst = StoredMedia.Column.select("WHERE due != 0 AND due <= $1 ORDER BY due, id LIMIT $2")
    private static let unreviewed = StoredMedia.Column.select(
        "WHERE review_due != 0 AND review_due <= $1 ORDER BY review_due, id LIMIT $2")
    private static let behind = StoredMedia.Column.select(
        "WHERE owner = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4")
    private static let untold = StoredMedia.Column.select("WHERE told >= 0 ORDER BY id LIMIT 1")

    init(work: UnitOfWork, accounts: Accounts, mediaQuotas: MediaQuotas) {
        self.work = work
        self.accounts = accounts
        self.mediaQuotas = mediaQuotas
    }

    /// U-11, U-35: a new upload, or one of the same bytes that the user has.
    package func prepare(_ order: UploadOrder, by number: AccountNumber) throws(CommandError) -> StoredMedia {
        let account = try accounts.caller(number)
        let limit = order.use == .avatar ? min(work.options.media.bytes, bytesPerAvatar) : work.options.media.bytes
        guard order.size <= limit else {
            throw .refused(.tooLarge, "size must be at most \(limit)", keys: ["size"])
        }
        guard work.options.media.takes(order.type), order.use == .message || avatarTypes.contains(order.type) else {
            throw .refused(.messageParameters, "this type is not taken", keys: ["type"])
        }
        if let former = try former(order, of: account) { return former }
        try mediaQuotas.begin(order.size, of: number)
        let media = StoredMedia(
            number: MediaNumber(try work.stamp()), id: Base64.url.encode(Random.bytes(16)), owner: number,
            use: order.use, state: .uploading, type: order.type, name: order.name, size: order.size,
            digest: order.digest, due: work.now + work.options.media.unusedPeriod)
        try work.execute(Self.insertion, media.values)
        return media
    }

    private func former(_ order: UploadOrder, of account: Account) throws(CommandError) -> StoredMedia? {
        guard let digest = order.digest else { return nil }
        var found: StoredMedia?
        try work.query(Self.sameDigest, [.integer(account.number), .bytes(digest)]) { row throws(StoreError) in
            let media = try StoredMedia(row)
            let isSame =
                account.owns(media) && media.state.isUsable && media.isVerified && media.use == order.use
                && media.type == order.type
                && media.name == order.name && media.size == order.size
            if found == nil, isSame { found = media }
        }
        guard var media = found else { return nil }
        if media.due != 0 {
            media.due = work.now + work.options.media.unusedPeriod
            try save(media)
        }
        return media
    }

    /// U-13: another URL for one of the caller's own; of one that is complete there is only its state to tell.
    package func own(_ id: String, of number: AccountNumber) throws(CommandError) -> StoredMedia {
        guard let media = try stored(StoredMedia.find(id, in: work.store)), media.state != .deleted,
            try accounts.caller(number).owns(media)
        else { throw .refused(.noMessage, keys: ["mediaID"]) }
        return media
    }

    /// U-17 to U-19: the client says that it has sent all. `width`, `height`: its own word, for formats that the gateway does
    /// not know. A repeat changes nothing.
    package func complete(
        _ id: String, _ finding: UploadFinding, width: Int64, height: Int64, thumbnail: String?,
        by number: AccountNumber
    ) throws(CommandError) -> StoredMedia {
        var media = try own(id, of: number)
        guard media.state == .uploading else { return media }
        if finding.problem == .incomplete {
            throw .refused(.conflict, "bytes of the upload are missing", keys: ["mediaID"])
        }
        guard finding.problem == nil else {
            media.state = .refused
            media.due = work.now + work.options.media.unusedPeriod
            try free(media, isOpen: true)
            try removeBytes(of: media)
            try save(media)
            return media
        }
        if let thumbnail { media.thumbnail = try attach(thumbnail, to: media) }
        try mediaQuotas.end(isOpen: true, freeing: 0, of: number)
        media.isVerified = finding.isDigestVerified
        (media.width, media.height) = finding.width > 0 ? (finding.width, finding.height) : (width, height)
        media.state = work.options.media.isReviewed ? .pending : .ready
        // An avatar's URL may have been named before.
        media.due = media.uses > 0 ? 0 : work.now + work.options.media.unusedPeriod
        if media.state == .pending, let period = work.options.media.reviewPeriod { media.reviewDue = work.now + period }
        try save(media)
        try work.note(.mediaCompleted, of: .user(number), account: number, value: media.number.rawValue)
        return media
    }

    /// U-33: the small picture that a worker has made. Messages show it from now on.
    package func setThumbnail(_ id: String, to thumbnail: String) throws(CommandError) {
        guard var media = try stored(StoredMedia.find(id, in: work.store)), media.state.isUsable else {
            throw .refused(.noMessage, keys: ["mediaID"])
        }
        let made = try attach(thumbnail, to: media)
        try detach(&media)
        media.thumbnail = made
        try tell(&media)
        try save(media)
    }

    /// U-19: an own small picture that is complete becomes that of another upload, and lives as long. It has none itself, so that
    /// no two keep each other alive.
    private func attach(_ id: String, to media: StoredMedia) throws(CommandError) -> MediaNumber {
        guard let found = try stored(StoredMedia.find(id, in: work.store)), found.number != media.number,
            try accounts.caller(media.owner).owns(found), found.state.isUsable, found.isPicture,
            found.thumbnail == 0, found.size <= bytesPerThumbnail,
            (1...pixelsPerThumbnailSide).contains(found.width), (1...pixelsPerThumbnailSide).contains(found.height)
        else { throw .refused(.noMessage, "no picture of yours that is small enough", keys: ["thumbnail"]) }
        try use(found)
        return found.number
    }

    /// U-37: its owner, or an administrator, deletes it. False: there is none of this id.
    package func delete(_ id: String, of owner: AccountNumber?) throws(CommandError) -> Bool {
        guard let media = try stored(StoredMedia.find(id, in: work.store)), media.state != .deleted else {
            return false
        }
        if let owner, try !accounts.caller(owner).owns(media) { return false }
        try end(media)
        return true
    }

    /// U-32: nil: there is none that waits.
    package func review(_ id: String, isReady: Bool) throws(CommandError) -> StoredMedia {
        guard var media = try stored(StoredMedia.find(id, in: work.store)), media.state.isUsable else {
            throw .refused(.noMessage, keys: ["mediaID"])
        }
        if isReady {
            guard media.state == .pending else { return media }
            media.state = .ready
            media.reviewDue = 0
            try tell(&media)
            try save(media)
            return media
        }
        try free(media, isOpen: false)
        try removeBytes(of: media)
        try detach(&media)
        media.state = .refused
        media.reviewDue = 0
        media.due = media.uses == 0 ? work.now + work.options.media.unusedPeriod : 0
        try tell(&media)
        try save(media)
        return media
    }

    // MARK: - References

    /// One more refers to it.
    func use(_ found: StoredMedia) throws(CommandError) {
        // Of several that are used at once, one may be the other's thumbnail.
        guard var media = try stored(StoredMedia.find(found.number, in: work.store)) else { return }
        media.uses += 1
        // An upload that never comes ends even if a profile names it.
        if media.state.isUsable { media.due = 0 }
        try save(media)
    }

    /// One less does. Without any it ends after so long.
    func release(_ number: MediaNumber, after period: Milliseconds) throws(CommandError) {
        guard var media = try stored(StoredMedia.find(number, in: work.store)) else { return }
        media.uses -= 1
        if media.uses <= 0 { media.due = max(work.now + period, 1) }
        try save(media)
    }

    // MARK: - The end

    /// U-25, U-27: what is due ends. U-34: what nobody has reviewed is ready. Returns whether there may be more.
    func sweep() throws(CommandError) -> Bool {
        var due: [StoredMedia] = []
        try work.query(Self.dueFirst, [.integer(work.now), .integer(Int64(mostAtOnce))]) { row throws(StoreError) in
            due.append(try StoredMedia(row))
        }
        for media in due { try end(media) }
        var waiting: [StoredMedia] = []
        try work.query(Self.unreviewed, [.integer(work.now), .integer(Int64(mostAtOnce))]) { row throws(StoreError) in
            waiting.append(try StoredMedia(row))
        }
        for media in waiting { _ = try review(media.id, isReady: true) }
        return due.count == mostAtOnce || waiting.count == mostAtOnce
    }

    /// Its bytes go. The row stays while messages refer to it, and says so to those who ask.
    private func end(_ found: StoredMedia) throws(CommandError) {
        var media = found
        let hadBytes = media.state != .refused && media.state != .deleted
        if hadBytes {
            try free(media, isOpen: media.state == .uploading)
            try removeBytes(of: media)
            if media.state != .uploading {
                try work.note(
                    .mediaDeleted, of: .user(media.owner), account: media.owner, detail: media.id)
            }
        }
        try detach(&media)
        guard media.uses > 0 else {
            try work.execute("DELETE FROM media WHERE id = $1", [.integer(media.number)])
            return
        }
        media.state = .deleted
        (media.due, media.reviewDue) = (0, 0)
        try tell(&media)
        try save(media)
    }

    /// The next owner of an account pays for nothing that a former one has uploaded.
    private func free(_ media: StoredMedia, isOpen: Bool) throws(CommandError) {
        let isOwned = try accounts.account(media.owner).owns(media)
        try mediaQuotas.end(isOpen: isOpen, freeing: media.size, of: isOwned ? media.owner : nil)
    }

    /// Of a deleted account: one that is made again begins with nothing used.
    func forgetUsage(of account: Account) throws(CommandError) { try mediaQuotas.forget(account.number) }

    /// Its thumbnail goes with it.
    private func detach(_ media: inout StoredMedia) throws(CommandError) {
        guard media.thumbnail != 0 else { return }
        try release(media.thumbnail, after: 0)
        media.thumbnail = 0
    }

    /// The messages that refer to it are to show how it is now.
    private func tell(_ media: inout StoredMedia) throws(CommandError) {
        media.told = media.uses > 0 ? 0 : -1
    }

    /// U-28: those of an erased user, behind one and through another. Returns how far; nil: there are no more.
    func erase(
        of account: Account, after first: MediaNumber, through bound: Stamp
    ) throws(CommandError) -> MediaNumber? {
        var found: [StoredMedia] = []
        try work.query(
            Self.behind,
            [.integer(account.number), .integer(first), .integer(bound), .integer(Int64(mostAtOnce))]
        ) { row throws(StoreError) in found.append(try StoredMedia(row)) }
        for media in found {
            // The one before may have been its original, and so have changed it.
            if let media = try stored(StoredMedia.find(media.number, in: work.store)) { try end(media) }
        }
        return found.last?.number
    }

    // MARK: - Messages that still show a former state

    func firstUntold() throws(CommandError) -> StoredMedia? {
        var found: StoredMedia?
        try work.query(Self.untold, []) { row throws(StoreError) in found = try StoredMedia(row) }
        return found
    }

    /// Messages through that one show it as it is; nil: all do.
    func noteTold(_ number: MediaNumber, through message: MessageNumber?) throws(CommandError) {
        guard var media = try stored(StoredMedia.find(number, in: work.store)) else { return }
        media.told = message ?? -1
        try save(media)
    }

    // MARK: - Rows

    private func save(_ media: StoredMedia) throws(CommandError) { try work.execute(Self.saving, media.values) }

    private func removeBytes(of media: StoredMedia) throws(CommandError) {
        try work.execute(
            "INSERT INTO media_removal (media_id) VALUES ($1) ON CONFLICT (media_id) DO NOTHING", [.text(media.id)])
        hasRemovals = true
    }

    /// The bytes of these are gone.
    package func noteRemoved(_ ids: [String]) throws(CommandError) {
        for id in ids { try work.execute("DELETE FROM media_removal WHERE media_id = $1", [.text(id)]) }
    }

    /// After a commit: whether there are bytes to be removed.
    package func takeHasRemovals() -> Bool {
        defer { hasRemovals = false }
        return hasRemovals
    }

    func forget() { hasRemovals = false }
}

extension Account {
    /// By the one who has the account now, and not by a former owner.
    func owns(_ media: StoredMedia) -> Bool {
        isThere && media.owner == number && Stamp(rawValue: media.number.rawValue).time >= createdAt
    }
}

/// How many rows one sweep, or one piece of an erasure, ends.
private let mostAtOnce = 32
