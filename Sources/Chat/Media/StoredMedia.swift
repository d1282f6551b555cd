import Domain
import Storage

/// An upload, or the picture or file that it became, as it stands in the store. Its bytes are elsewhere.
package struct StoredMedia: Sendable {
    /// The stamp of its preparing.
    package let number: MediaNumber
    /// By which clients and the store of the bytes know it (U-12).
    package let id: String
    package let owner: AccountNumber
    package let use: MediaUse
    package var state: MediaState
    package let type: String
    /// As its owner calls it; empty: nothing.
    package let name: String
    package let size: Int64
    /// SHA-256, as its owner has said it.
    package let digest: [UInt8]?
    /// The bytes are those of the digest.
    package var isVerified = false
    /// 0: not known.
    package var width: Int64 = 0
    package var height: Int64 = 0
    /// Its small picture (U-19); 0: none.
    package var thumbnail: MediaNumber = 0
    /// How many messages and originals refer to it.
    var uses: Int64 = 0
    /// When it ends unless something refers to it by then; 0: it does not end by itself.
    var due: Milliseconds = 0
    /// U-34: when it is ready without a review; 0: never.
    var reviewDue: Milliseconds = 0
    /// The messages that refer to it and come behind this one still show its former state; -1: none does.
    var told: MessageNumber = -1

    package var isPicture: Bool { type.hasPrefix("image/") }
}

/// The purpose of an upload.
package enum MediaUse: Int64, Sendable {
    case message = 0
    /// U-29: its URL is public, and does not end.
    case avatar = 1

    package init?(_ name: String) {
        switch name {
        case "message": self = .message
        case "avatar": self = .avatar
        default: return nil
        }
    }

    package var name: StaticString { self == .message ? "message" : "avatar" }
}

/// The store has the numbers: one is never used again.
package enum MediaState: Int64, CaseIterable, Sendable {
    /// Its bytes are awaited.
    case uploading = 0
    /// U-32: others see it after a review.
    case pending = 1
    case ready = 2
    /// Its bytes were not what was announced, or a review has refused them.
    case refused = 3
    /// U-28: messages still refer to it.
    case deleted = 4

    package var name: StaticString {
        switch self {
        case .uploading: "uploading"
        case .pending: "pending"
        case .ready: "ready"
        case .refused: "refused"
        case .deleted: "deleted"
        }
    }

    init?(_ name: String) {
        guard let state = Self.allCases.first(where: { "\($0.name)" == name }) else { return nil }
        self = state
    }

    /// Whether a message may refer to it (U-20).
    package var isUsable: Bool { self == .pending || self == .ready }
}

extension StoredMedia {
    enum Column: Int, TableColumn {
        static let table = "media"
        case id, mediaID, owner, use, state, type, name, size, digest, isVerified, width, height, thumbnail, uses, due
        case reviewDue, told
    }

    static let byID = Column.select("WHERE media_id = $1")
    static let byNumber = Column.select("WHERE id = $1")

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            number: row.integer(.id), id: row.text(.mediaID), owner: row.integer(.owner), use: try row.choice(.use),
            state: try row.choice(.state), type: row.text(.type), name: row.text(.name), size: row.integer(.size),
            digest: row.isNull(.digest) ? nil : row.bytes(.digest), isVerified: row.flag(.isVerified),
            width: row.integer(.width), height: row.integer(.height), thumbnail: row.integer(.thumbnail),
            uses: row.integer(.uses), due: row.integer(.due), reviewDue: row.integer(.reviewDue),
            told: row.integer(.told))
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(number)
            case .mediaID: .text(id)
            case .owner: .integer(owner)
            case .use: .integer(use.rawValue)
            case .state: .integer(state.rawValue)
            case .type: .text(type)
            case .name: .text(name)
            case .size: .integer(size)
            case .digest: digest.map { .bytes($0) } ?? .null
            case .isVerified: .integer(isVerified ? 1 : 0)
            case .width: .integer(width)
            case .height: .integer(height)
            case .thumbnail: .integer(thumbnail)
            case .uses: .integer(uses)
            case .due: .integer(due)
            case .reviewDue: .integer(reviewDue)
            case .told: .integer(told)
            }
        }
    }

    package static func find(_ id: String, in store: any Transaction) throws(StoreError) -> StoredMedia? {
        var found: StoredMedia?
        try store.query(byID, [.text(id)]) { row throws(StoreError) in found = try StoredMedia(row) }
        return found
    }

    static func find(_ number: MediaNumber, in store: any Transaction) throws(StoreError) -> StoredMedia? {
        var found: StoredMedia?
        try store.query(byNumber, [.integer(number)]) { row throws(StoreError) in found = try StoredMedia(row) }
        return found
    }
}
