import Domain
import Storage

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

    // A number that nothing can have would be no key.
    @inline(__always)
    func integer(_ column: Int) -> AccountNumber { AccountNumber(rawValue: number(column)) }

    @inline(__always)
    func integer(_ column: Int) -> GroupNumber { GroupNumber(rawValue: number(column)) }

    @inline(__always)
    func integer(_ column: Int) -> ConversationNumber { ConversationNumber(rawValue: number(column)) }

    private func number(_ column: Int) -> Int64 {
        let number: Int64 = integer(column)
        if (0...0x7FFF_FFFF).contains(number) { return number }
        noteDamage(column)
        return 0
    }

    @inline(__always)
    func optionalInteger<Number: TypedNumber>(_ column: Int) -> Number? {
        isNull(column) ? nil : Number(rawValue: integer(column))
    }
}
