import Bytes
import Domain
import Security

/// P-44: names a push to one device, and proves that we have made it: whoever shows it has got the push, or carried it.
package struct PushTicket: Equatable, Sendable {
    let message: MessageNumber
    /// The device's registration.
    let address: Int64

    package init(_ push: DuePush) {
        message = push.message
        address = push.address
    }

    /// Nil: it is none of ours.
    package init?(_ text: String, _ key: DigestKey) {
        guard let bytes = Base64.url.decode(text.utf8), bytes.count == 32 else { return nil }
        message = MessageNumber(rawValue: Self.number(bytes[..<8]))
        address = Self.number(bytes[8..<16])
        guard Self.code(of: bytes[..<16], key) == bytes[16...] else { return nil }
    }

    /// 43 characters of base64url. `key`: the store's, which all nodes of a cluster have.
    package func text(_ key: DigestKey) -> String {
        let bytes = Self.bytes(of: message.rawValue) + Self.bytes(of: address)
        return Base64.url.encode(bytes + Self.code(of: bytes[...], key))
    }

    /// With a key for this alone.
    private static func code(of bytes: ArraySlice<UInt8>, _ key: DigestKey) -> ArraySlice<UInt8> {
        let secret = "push ticket".digest(key).bytes
        return Array(bytes).withUnsafeBytes { Signature.hmac($0, secret: secret) }[..<16]
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
