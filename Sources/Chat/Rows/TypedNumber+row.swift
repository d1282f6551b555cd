import Domain
import Storage

extension Seq {
    /// Of rows: 32 bits, and one more seq has them as well.
    static let stored: Range<Int64> = 0..<0xFFFF_FFFF
}

extension AccountNumber {
    /// Of rows: what fits into a `PairKey`. The numbers of groups and conversations do, too.
    static let stored: Range<Int64> = 0..<0x8000_0000
}

extension SQLValue {
    /// The one way of a typed number into a statement.
    @inline(__always)
    static func integer(_ number: some TypedNumber) -> SQLValue { .integer(number.rawValue) }

    @inline(__always)
    static func flag(_ isSet: Bool) -> SQLValue { .integer(isSet ? 1 : 0) }

    static func optionalText(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}

extension Row {
    /// The one way out of a row: the type that is wanted says which number it is.
    @inline(__always)
    func integer<Number: TypedNumber>(_ column: Int) -> Number { Number(rawValue: integer(column)) }

    @inline(__always)
    func integer(_ column: Int) -> PairKey { PairKey(key(column)) }

    /// Nodes draw their numbers by lot from all there are.
    func integer(_ column: Int) -> NodeNumber { NodeNumber(rawValue: key(column)) }

    // A number that nothing can have would be no key.
    @inline(__always)
    func integer(_ column: Int) -> AccountNumber { AccountNumber(rawValue: number(column)) }

    @inline(__always)
    func integer(_ column: Int) -> GroupNumber { GroupNumber(rawValue: number(column)) }

    @inline(__always)
    func integer(_ column: Int) -> ConversationNumber { ConversationNumber(rawValue: number(column)) }

    func integer(_ column: Int) -> ChannelNumber { ChannelNumber(rawValue: number(column)) }

    func integer(_ column: Int) -> RoomNumber { RoomNumber(rawValue: number(column)) }

    /// One more is a seq, too.
    @inline(__always)
    func integer(_ column: Int) -> Seq {
        let number: Int64 = integer(column)
        if Seq.stored.contains(number) { return Seq(rawValue: number) }
        noteDamage(column)
        return 0
    }

    /// The number of a friend group is stored like a seq.
    func integer(_ column: Int) -> FriendGroupNumber {
        let seq: Seq = integer(column)
        return FriendGroupNumber(rawValue: seq.rawValue)
    }

    /// The seq in a key.
    func seq(inKey column: Int) -> Seq {
        let seq = PairKey.second(integer(column))
        if Seq.stored.contains(seq) { return Seq(rawValue: seq) }
        noteDamage(column)
        return 0
    }

    private func number(_ column: Int) -> Int64 {
        let number: Int64 = integer(column)
        if AccountNumber.stored.contains(number) { return number }
        noteDamage(column)
        return 0
    }

    @inline(__always)
    func optionalInteger<Number: TypedNumber>(_ column: Int) -> Number? {
        isNull(column) ? nil : Number(rawValue: integer(column))
    }
}
