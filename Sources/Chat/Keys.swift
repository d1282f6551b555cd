/// Accounts and conversations are numbered from 1, in 31 bits; a seq has 32. An account's number and one more make a key.
struct PairKey {
    static let bits: Int64 = 32

    /// The rows that begin with `number`, without the first bound and with the second.
    static func bounds(_ number: Int64) -> (after: Int64, through: Int64) {
        (number << bits, number << bits | 0xFFFF_FFFF)
    }

    static func key(_ number: Int64, _ second: Int64) -> Int64 {
        precondition((1...0x7FFF_FFFF).contains(number) && (0...0xFFFF_FFFF).contains(second), "\(number), \(second)")
        return number << bits | second
    }

    static func first(_ key: Int64) -> Int64 { key >> bits }
    static func second(_ key: Int64) -> Int64 { key & 0xFFFF_FFFF }
}

/// Two account numbers, the lower first.
struct Pair: Hashable {
    let low: Int64
    let high: Int64

    init(_ one: Int64, _ other: Int64) {
        low = min(one, other)
        high = max(one, other)
    }
}
