import MartletCOpenSSL

/// Unpredictable bytes from OpenSSL's generator, which the system's seeds.
package enum Random {
    package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            precondition(RAND_bytes(bytes.baseAddress, Int32(count)) == 1, "OpenSSL has no \(count) random bytes")
            filled = count
        }
    }
}
