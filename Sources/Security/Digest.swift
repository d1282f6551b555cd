import COpenSSL

/// One-shot digests by OpenSSL.
package enum Digest: Sendable {
    case sha1
    case sha256

    package func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let algorithm = self == .sha1 ? EVP_sha1() : EVP_sha256()
        return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { digest, count in
            var length: UInt32 = 0
            let done = EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, &length, algorithm, nil)
            precondition(done == 1, "OpenSSL cannot compute \(self)")
            count = Int(length)
        }
    }

    package func callAsFunction(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { self(UnsafeRawBufferPointer($0)) }
    }
}
