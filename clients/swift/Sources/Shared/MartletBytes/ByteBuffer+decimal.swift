extension ByteBuffer {
    /// In figures, without a sign.
    package mutating func appendDecimal(_ number: UInt64) {
        if number < 10 { return append(UInt8(ascii: "0") + UInt8(number)) }
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            // The tuple is not empty.
            let end = digits.baseAddress! + digits.count
            var start = end
            var rest = number
            while rest >= 100 {
                let pair = Int(rest % 100)
                rest /= 100
                start -= 2
                start.storeBytes(of: pairOfDigits(pair), as: UInt16.self)
            }
            if rest >= 10 {
                start -= 2
                start.storeBytes(of: pairOfDigits(Int(rest)), as: UInt16.self)
            } else {
                start -= 1
                start.storeBytes(of: UInt8(ascii: "0") + UInt8(rest), as: UInt8.self)
            }
            let count = end - start
            copyShort(start, to: reserve(count), count: count)
            advance(by: count)
        }
    }
}

/// The two figures of a number below 100, as they lie in memory.
@inline(__always)
private func pairOfDigits(_ number: Int) -> UInt16 {
    let pairs: StaticString = """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """
    return UnsafeRawPointer(pairs.utf8Start).loadUnaligned(fromByteOffset: number * 2, as: UInt16.self)
}
