import Domain
import Storage

extension SQLValue {
    /// The one way of a typed number into a statement.
    @inline(__always)
    static func integer(_ number: some TypedNumber) -> SQLValue { .integer(number.rawValue) }
}

extension Row {
    /// The one way out of a row: the type that is wanted says which number it is.
    @inline(__always)
    func integer<Number: TypedNumber>(_ column: Int) -> Number { Number(rawValue: integer(column)) }

    @inline(__always)
    func optionalInteger<Number: TypedNumber>(_ column: Int) -> Number? {
        isNull(column) ? nil : Number(rawValue: integer(column))
    }
}
