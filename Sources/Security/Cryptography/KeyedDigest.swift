/// The key of a digest: 16 bytes that nobody outside knows.
package struct DigestKey: Sendable, Equatable {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    /// In bytes.
    package static let size = 16

    /// Of so many bytes.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.size, "a digest's key has 16 bytes, not \(bytes.count)")
        let halves = bytes.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        low = UInt64(littleEndian: halves.0)
        high = UInt64(littleEndian: halves.1)
    }
}

/// The result of a `KeyedDigest`. Two words, since a `UInt128` wants memory that is aligned, which allocators take
/// longer to find.
package struct ContentDigest: Hashable, Sendable {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    fileprivate init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// A number's own digest is the number.
    package init(_ number: Int64) {
        self.init(low: UInt64(bitPattern: number), high: number < 0 ? .max : 0)
    }

    package init(bytes: [UInt8]) {
        precondition(bytes.count == 16, "a digest has 16 bytes, not \(bytes.count)")
        let halves = bytes.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(low: UInt64(littleEndian: halves.0), high: UInt64(littleEndian: halves.1))
    }

    package var bytes: [UInt8] {
        withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) { Array($0) }
    }

    /// A sum knows no order, and what it is a sum of nobody outside can know.
    static func &+= (sum: inout ContentDigest, digest: ContentDigest) {
        let (low, carries) = sum.low.addingReportingOverflow(digest.low)
        sum = ContentDigest(low: low, high: sum.high &+ digest.high &+ (carries ? 1 : 0))
    }
}

/// SipHash-2-4 with a result of 128 bits (Aumasson and Bernstein, 2012): as quick as reading the bytes, and without the key
/// nobody finds two inputs with the same result.
package struct KeyedDigest: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64
    /// Bytes that do not fill a word yet, the first one lowest.
    private var tail: UInt64 = 0
    private var count = 0

    package init(_ key: DigestKey) {
        v0 = key.low ^ 0x736f_6d65_7073_6575
        v1 = key.high ^ 0x646f_7261_6e64_6f6d ^ 0xee
        v2 = key.low ^ 0x6c79_6765_6e65_7261
        v3 = key.high ^ 0x7465_6462_7974_6573
    }

    package mutating func take(_ byte: UInt8) {
        tail |= UInt64(byte) << UInt64(8 * (count & 7))
        count += 1
        if count & 7 == 0 {
            take(word: tail)
            tail = 0
        }
    }

    package mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var next = 0
        while next + 8 <= bytes.count {
            takeEight(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self)))
            next += 8
        }
        while next < bytes.count {
            take(bytes[next])
            next += 1
        }
    }

    package mutating func take(_ digest: ContentDigest) {
        takeEight(digest.low)
        takeEight(digest.high)
    }

    /// Eight bytes, the first one lowest. Inlined, so that a loop keeps the state in registers.
    @inline(__always)
    private mutating func takeEight(_ bytes: UInt64) {
        let filled = UInt64(8 * (count & 7))
        take(word: tail | bytes << filled)
        tail = bytes >> (64 - filled)
        count += 8
    }

    package func finish() -> ContentDigest {
        var state = self
        state.take(word: tail | UInt64(truncatingIfNeeded: count) << 56)
        state.v2 ^= 0xee
        for _ in 0..<4 { state.round() }
        let low = state.result
        state.v1 ^= 0xdd
        for _ in 0..<4 { state.round() }
        return ContentDigest(low: low, high: state.result)
    }

    private var result: UInt64 { v0 ^ v1 ^ v2 ^ v3 }

    @inline(__always)
    private mutating func take(word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v2 &+= v3
        v1 = v1 << 13 | v1 >> 51
        v3 = v3 << 16 | v3 >> 48
        v1 ^= v0
        v3 ^= v2
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v1
        v0 &+= v3
        v1 = v1 << 17 | v1 >> 47
        v3 = v3 << 21 | v3 >> 43
        v1 ^= v2
        v3 ^= v0
        v2 = v2 << 32 | v2 >> 32
    }
}
