import Domain
import Storage

/// Accounts, groups and conversations are numbered from 1, in 31 bits; a seq has 32. Such a number and one more make a key.
struct PairKey: TypedNumber {
    let rawValue: Int64

    private static let bits: Int64 = 32
    /// Behind all rows.
    static let end = PairKey(.max)

    /// The rows that begin with `number`, without the first bound and with the second.
    static func bounds(_ number: some TypedNumber) -> (after: PairKey, through: PairKey) {
        (PairKey(number.rawValue << bits), PairKey(number.rawValue << bits | 0xFFFF_FFFF))
    }

    static func key(_ number: some TypedNumber, _ second: some TypedNumber) -> PairKey { key(number, second.rawValue) }

    static func key(_ number: some TypedNumber, _ second: Int64) -> PairKey {
        let number = number.rawValue
        precondition((0...0x7FFF_FFFF).contains(number) && (0...0xFFFF_FFFF).contains(second), "\(number), \(second)")
        return PairKey(number << bits | second)
    }

    static func first<Number: TypedNumber>(_ key: PairKey) -> Number { Number(key.rawValue >> bits & 0x7FFF_FFFF) }
    static func second<Number: TypedNumber>(_ key: PairKey) -> Number { Number(second(key)) }
    static func second(_ key: PairKey) -> Int64 { key.rawValue & 0xFFFF_FFFF }
}

/// Two account numbers, the lower first.
package struct Pair: Hashable, Sendable {
    package let low: AccountNumber
    package let high: AccountNumber

    package init(_ one: AccountNumber, _ other: AccountNumber) {
        low = min(one, other)
        high = max(one, other)
    }

    /// Of one with itself: the same.
    func other(than account: AccountNumber) -> AccountNumber { account == low ? high : low }
}

/// Between whom a conversation is: two users, the same one twice in the conversation with oneself, or the members of a group.
package enum Parties: Hashable, Sendable {
    case users(Pair)
    case group(GroupNumber)

    /// Of a group: 0 and its number.
    init<Column>(_ row: TypedRow<Column>, _ low: Column, _ high: Column) {
        let lower: AccountNumber = row.integer(low)
        self = lower == 0 ? .group(row.integer(high)) : .users(Pair(lower, row.integer(high)))
    }

    static func users(_ one: AccountNumber, _ other: AccountNumber) -> Parties { .users(Pair(one, other)) }

    var low: SQLValue {
        switch self {
        case .users(let pair): .integer(pair.low)
        case .group: .integer(0)
        }
    }

    var high: SQLValue {
        switch self {
        case .users(let pair): .integer(pair.high)
        case .group(let number): .integer(number)
        }
    }

    package var group: GroupNumber? {
        if case .group(let number) = self { number } else { nil }
    }
}
