/// The four bytes that a client's frame is XORed with (RFC 6455 §5.3), turned so that the next byte's comes first.
package struct MaskingKey: Equatable, Sendable {
    /// The next byte's in the lowest eight bits.
    private var bits: UInt32

    /// A client draws a fresh one for every frame, from a source that the page's scripts cannot foresee.
    package init(_ random: UInt32) {
        bits = random
    }

    init(readingFrom bytes: UnsafeRawPointer) {
        bits = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    }

    func write(to bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: bits.littleEndian, as: UInt32.self)
    }

    /// Masks or unmasks the frame's next bytes in place.
    mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
        guard bits != 0, var next = bytes.baseAddress else { return }
        let end = next + bytes.count
        let eight = (UInt64(bits) << 32 | UInt64(bits)).littleEndian
        while end - next >= 8 {
            next.storeBytes(of: next.loadUnaligned(as: UInt64.self) ^ eight, as: UInt64.self)
            next += 8
        }
        while next < end {
            next.storeBytes(of: next.load(as: UInt8.self) ^ UInt8(truncatingIfNeeded: bits), as: UInt8.self)
            bits = bits >> 8 | bits << 24
            next += 1
        }
    }
}
