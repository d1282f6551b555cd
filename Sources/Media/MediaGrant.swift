import Bytes
import Domain
import Security

/// All that the gateway has to know to take or to give out bytes. It stands in the URL, signed: so no row is read, and whoever
/// has the URL may do it (U-23).
package enum MediaGrant: Equatable, Sendable {
    case upload(Upload, until: Milliseconds)
    /// `.max`: for good.
    case reading(id: MediaID, type: String, name: String, until: Milliseconds)

    package var id: MediaID {
        switch self {
        case .upload(let upload, _): upload.id
        case .reading(let id, _, _, _): id
        }
    }

    package var end: Milliseconds {
        switch self {
        case .upload(_, let end), .reading(_, _, _, let end): end
        }
    }

    /// When a URL ends that is asked for now. It is the same for a quarter of an hour, so that caches work; where it lasts for
    /// less than an hour, for a quarter of that.
    package static func end(at now: Milliseconds, seconds: Int) -> Milliseconds {
        let step = Int64(min(900, max(1, seconds / 4)))
        let last = now.seconds.rawValue + Int64(seconds)
        return Seconds(rawValue: last - last % step).milliseconds
    }
}

/// Writes grants into URLs, and reads them back.
package struct MediaSigner: Sendable {
    /// Asked each time: a node of a cluster has it from the others once it has joined them.
    private let secret: @Sendable () -> [UInt8]

    package init(secret: @escaping @Sendable () -> [UInt8]) { self.secret = secret }

    /// Its path and query.
    package func target(of grant: MediaGrant) -> String {
        let content = grant.bytes
        return
            "\(MediaURL.path)\(grant.id.text)?t=\(Base64.url.encode(content + signature(of: content, for: grant.id)))"
    }

    /// Nil: this signer has not written it, or for another file. `text`: behind the `t=`.
    package func grant(in text: String, for id: MediaID) -> MediaGrant? {
        guard text.utf8.count <= longestText, let bytes = Base64.url.decode(text.utf8), bytes.count > signatureBytes
        else { return nil }
        let content = Array(bytes.dropLast(signatureBytes))
        guard equalInConstantTime(Array(bytes.suffix(signatureBytes)), signature(of: content, for: id)) else {
            return nil
        }
        return MediaGrant(content, of: id)
    }

    private func signature(of content: [UInt8], for id: MediaID) -> [UInt8] {
        // The id has a fixed length, so nothing can move from it into the content.
        let (message, secret) = (Array(id.text.utf8) + content, secret())
        precondition(secret.count >= 32, "a secret of \(secret.count) bytes signs the URLs of media")
        return Array(message.withUnsafeBytes { Signature.hmac($0, secret: secret) }.prefix(signatureBytes))
    }
}

extension MediaGrant {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .upload(let upload, let end):
            bytes.append(upload.digest == nil ? Kind.upload : Kind.uploadWithDigest)
            bytes.append(number: end.seconds.rawValue, bytes: 5)
            bytes.append(number: Int64(upload.size), bytes: 6)
            bytes += upload.owner
            bytes += upload.digest ?? []
            bytes += upload.type.utf8
        case .reading(_, let type, let name, .max):
            bytes = [Kind.readingForGood, UInt8(type.utf8.count)] + type.utf8 + name.utf8
        case .reading(_, let type, let name, let end):
            bytes.append(Kind.reading)
            bytes.append(number: end.seconds.rawValue, bytes: 5)
            bytes.append(UInt8(type.utf8.count))
            bytes += type.utf8
            bytes += name.utf8
        }
        return bytes
    }

    /// The bytes were signed, so they are as `bytes` has written them.
    fileprivate init(_ bytes: [UInt8], of id: MediaID) {
        var rest = bytes.dropFirst()
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        switch bytes[0] {
        case Kind.upload, Kind.uploadWithDigest:
            let end = Seconds(rawValue: rest.takeNumber(bytes: 5)).milliseconds
            let size = Int(rest.takeNumber(bytes: 6))
            let owner = Array(rest.take(Upload.ownerBytes))
            let digest = bytes[0] == Kind.upload ? nil : Array(rest.take(32))
            self = .upload(Upload(id: id, type: text(rest), size: size, digest: digest, owner: owner), until: end)
        default:
            let end =
                bytes[0] == Kind.reading ? Seconds(rawValue: rest.takeNumber(bytes: 5)).milliseconds : Milliseconds.max
            let type = text(rest.take(Int(rest.takeNumber(bytes: 1))))
            self = .reading(id: id, type: type, name: text(rest), until: end)
        }
    }

    private enum Kind {
        static let upload: UInt8 = 1
        static let uploadWithDigest: UInt8 = 2
        static let reading: UInt8 = 3
        static let readingForGood: UInt8 = 4
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: Int64, bytes: Int) {
        precondition(number >= 0 && number < 1 << (8 * bytes), "\(number) has more than \(bytes) bytes")
        for place in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> Int64(8 * place))) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        defer { removeFirst(count) }
        return prefix(count)
    }

    fileprivate mutating func takeNumber(bytes: Int) -> Int64 { take(bytes).reduce(0) { $0 << 8 | Int64($1) } }
}

/// 128 bits: nobody guesses them, and a URL stays short.
private let signatureBytes = 16
/// A type and a name of 255 bytes each take less than a quarter of it.
private let longestText = 4_096
