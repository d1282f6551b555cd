extension JSONValue {
    /// Exact, or nil. A number written with a fraction or an exponent is no integer, whatever its value: ids and
    /// sequence numbers come from counters, and one that went through floating point on its way may have been rounded.
    package var uint64: UInt64? {
        guard let digits = integerDigits, digits.first != UInt8(ascii: "-") else { return nil }
        return magnitude(digits)
    }

    /// Exact, or nil, as `uint64`.
    package var int64: Int64? {
        guard let digits = integerDigits else { return nil }
        guard digits.first == UInt8(ascii: "-") else { return magnitude(digits).flatMap(Int64.init(exactly:)) }
        guard let magnitude = magnitude(digits.dropFirst()), magnitude <= Int64.min.magnitude else { return nil }
        return Int64(truncatingIfNeeded: 0 &- magnitude)
    }

    /// Whether it is written as one, however large it is.
    package var isInteger: Bool { integerDigits != nil }

    /// The nearest double of any number that has a finite one.
    package var double: Double? {
        guard kind == .number, let value = Double(String(decoding: raw, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    private var integerDigits: Slice<UnsafeRawBufferPointer>? {
        guard case .number(isInteger: true) = token.content else { return nil }
        return raw[...]
    }
}

private func magnitude(_ digits: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
        let (tenfold, tooBig) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = tenfold.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
        guard !tooBig, !overflow else { return nil }
        value = sum
    }
    return value
}
