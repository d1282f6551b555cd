/// A key that a backend or an administrator presents as it is. Only its digest is kept.
package struct SecretKey: Sendable, CustomStringConvertible {
    private let digest: [UInt8]

    package init(_ key: String) throws(SecretStrength.Weakness) {
        if let weakness = SecretStrength.weakness(of: Array(key.utf8)) { throw weakness }
        digest = Digest.sha256(key)
    }

    /// Takes the same time for every presented key of one length.
    package func matches(_ presented: UnsafeRawBufferPointer) -> Bool {
        equalInConstantTime(digest, Digest.sha256(presented))
    }

    package var description: String { "SecretKey" }
}
