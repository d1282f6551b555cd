import Bytes
import Domain
import Security

/// Where the bytes of media are: a directory, or a store that speaks S3. The rows that say whose they are, and who may read them,
/// are the domain's.
///
/// Its functions may wait for a disk or a network. They are called on the threads of `media.threads` alone, except `url`, which
/// waits for nothing.
package protocol MediaStore: Sendable {
    /// How a client sends the bytes, until then.
    func plan(for upload: Upload, until end: Milliseconds) throws(MediaProblem) -> UploadPlan

    /// Looks at an upload whose client says that it has sent all. Nil: some of it is missing.
    func arrived(_ upload: Upload) throws(MediaProblem) -> Arrival?

    /// A URL at which anybody can read it until then, as `MediaGrant.end` says it.
    func url(of media: ServedMedia, until end: Milliseconds) -> String

    /// So many bytes of finished media, of whose size they are a part; nil: it is not there.
    func read(_ id: MediaID, at offset: Int, count: Int) throws(MediaProblem) -> [UInt8]?

    /// Removes the bytes, and whatever has come of an upload. Does nothing if they are not there.
    func remove(_ id: MediaID) throws(MediaProblem)

    /// The ids of all media whose bytes it has, in rising order, behind one; for `martlet media check`.
    func ids(after id: MediaID?, limit: Int) throws(MediaProblem) -> [MediaID]
}

/// The name of an upload and of its bytes: 128 random bits, as 22 characters of base64url (U-12).
package struct MediaID: Hashable, Sendable {
    package let text: String

    package static func random() -> MediaID { MediaID(stored: Base64.url.encode(Random.bytes(16))) }

    private init(stored text: String) { self.text = text }

    /// Nil: no id is written like this.
    package init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, text.utf8.count == 22 else { return nil }
        self.text = text
    }
}

/// The client's word about the bytes that it is going to send.
package struct Upload: Equatable, Sendable {
    package let id: MediaID
    /// Its media type, such as `image/png`; up to 255 bytes.
    package let type: String
    package let size: Int
    /// SHA-256; nil: the client has not said it.
    package let digest: [UInt8]?
    /// Tells one owner from another, without a word about who it is: `Upload.ownerBytes` long.
    package let owner: [UInt8]

    package static let ownerBytes = 8

    package init(
        id: MediaID, type: String, size: Int, digest: [UInt8]?, owner: [UInt8] = [UInt8](repeating: 0, count: 8)
    ) {
        precondition(owner.count == Self.ownerBytes, "\(owner.count) bytes name an owner")
        self.id = id
        self.type = type
        self.size = size
        self.digest = digest
        self.owner = owner
    }
}

/// How a client sends the bytes of an upload.
package enum UploadPlan: Sendable {
    /// By `PATCH` with `Upload-Offset`, or one `PUT`, to the gateway itself.
    case offsets(url: String)
    /// By one `PUT` with these headers.
    case put(url: String, headers: [HTTPField])
    /// By one `POST` of a form with these fields, the file last.
    case form(url: String, fields: [HTTPField])
    /// By a `PUT` for each part of so many bytes, the last one shorter. `urls`: of the parts from `first` on, 20 at most.
    case parts(bytes: Int, first: Int, urls: [String])

    package struct HTTPField: Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// The bytes that a store has of an upload.
package struct Arrival: Sendable {
    package let size: Int
    /// Whether the store, or the gateway, has computed the digest that the client had said; false: only the size is known to agree.
    package let isDigestVerified: Bool
    /// The first bytes, by which the type is known: up to 64 KiB.
    package let beginning: [UInt8]

    package init(size: Int, isDigestVerified: Bool, beginning: [UInt8]) {
        self.size = size
        self.isDigestVerified = isDigestVerified
        self.beginning = beginning
    }
}

/// How media is given out.
package struct ServedMedia: Sendable {
    package let id: MediaID
    package let type: String
    /// As its owner called it.
    package let name: String
    package let size: Int

    package init(id: MediaID, type: String, name: String, size: Int) {
        self.id = id
        self.type = type
        self.name = name
        self.size = size
    }
}

/// Why a store did not do what it was asked for.
package enum MediaProblem: Error, Equatable, CustomStringConvertible {
    /// The disk is full, or as full as it may get (U-36).
    case full
    /// The bytes that have come are not those that the client had announced.
    case otherDigest
    /// The disk or the other server failed; the text is for the log.
    case failed(String)

    package var description: String {
        switch self {
        case .full: "the disk is full"
        case .otherDigest: "the bytes are others than were announced"
        case .failed(let reason): reason
        }
    }
}
