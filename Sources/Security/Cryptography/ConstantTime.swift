import COpenSSL

/// Compares in a time that tells nothing about where two byte strings differ. Their lengths are no secret.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
