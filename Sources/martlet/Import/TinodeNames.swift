import Bytes
import JSON

/// The ids of Tinode's users and topics. A user is 64 bits, which MongoDB has as clients know them, in Base64; the
/// tables of MySQL and PostgreSQL have the number that these were encrypted from.
enum TinodeNames {
    /// As clients name the user.
    static func user(_ value: JSONValue, _ known: ImportKnowledge) throws(DamagedRecord) -> String {
        if let text = value.string {
            guard bits(text, 8) != nil else { throw DamagedRecord(reason: "\(text) is no user's id") }
            return "usr\(text)"
        }
        guard let number = value.int64 else { throw DamagedRecord(reason: "a user's id is missing") }
        guard let key = known.userKey else {
            throw DamagedRecord(reason: "user ids are numbers: add the line {\"uid_key\":…} of tinode.conf")
        }
        return "usr\(Base64.url.encode(key.encrypt(number)))"
    }

    /// Nil for none, which is an empty text or 0.
    static func optionalUser(
        _ value: JSONValue?, _ known: ImportKnowledge
    ) throws(DamagedRecord) -> String? {
        guard let value, !value.isNull, value.string?.isEmpty != true, value.int64 != 0 else { return nil }
        return try user(value, known)
    }

    /// The two users of `p2p` and their bits.
    static func pair(_ topic: String) -> (String, String)? {
        guard topic.hasPrefix("p2p"), let bits = bits(String(topic.dropFirst(3)), 16) else { return nil }
        return ("usr\(Base64.url.encode(bits[..<8]))", "usr\(Base64.url.encode(bits[8...]))")
    }

    /// The user on the other side.
    static func peer(of user: String, in topic: String) -> String? {
        guard let (one, other) = pair(topic) else { return nil }
        return user == one ? other : user == other ? one : nil
    }

    private static func bits(_ text: String, _ count: Int) -> [UInt8]? {
        guard let bytes = Base64.url.decode(text.utf8), bytes.count == count else { return nil }
        return bytes
    }
}

/// `uid_key` of Tinode's configuration, by which it makes the ids of users from numbers: XTEA (Needham and Wheeler, 1997).
struct TinodeUserKey {
    private let words: [UInt32]

    init(_ value: JSONValue) throws(DamagedRecord) {
        guard let text = value.string, let bytes = Base64.standard.decode(text.utf8), bytes.count == 16 else {
            throw DamagedRecord(reason: "`uid_key` must be 16 bytes in Base64")
        }
        words = (0..<4).map { Self.word(bytes[($0 * 4)..<($0 * 4 + 4)]) }
    }

    /// The number's bytes, the lowest first, as one block.
    func encrypt(_ number: Int64) -> [UInt8] {
        let block = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        var (left, right) = (Self.word(block[..<4]), Self.word(block[4...]))
        var sum: UInt32 = 0
        for _ in 0..<32 {
            left &+= (((right << 4) ^ (right >> 5)) &+ right) ^ (sum &+ words[Int(sum & 3)])
            sum &+= 0x9E37_79B9
            right &+= (((left << 4) ^ (left >> 5)) &+ left) ^ (sum &+ words[Int(sum >> 11 & 3)])
        }
        return [left, right].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - $0 * 8)) } }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
