import MartletCOpenSSL

/// One-shot digests by OpenSSL.
package enum Digest: Sendable {
    /// For phone makers' services, which sign with it.
    case md5
    case sha1
    case sha256

    private var algorithm: OpaquePointer {
        switch self {
        case .md5: fetchedMD5
        case .sha1: fetchedSHA1
        case .sha256: fetchedSHA256
        }
    }

    package func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let algorithm = algorithm
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

/// The SHA-256 of what comes piece by piece.
package final class RunningDigest {
    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, fetchedSHA256, nil) == 1 else {
            preconditionFailure("OpenSSL cannot begin a digest")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package func take(_ text: String) {
        var text = text
        text.withUTF8 { take(UnsafeRawBufferPointer($0)) }
    }

    package func take(_ bytes: UnsafeRawBufferPointer) {
        let done = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(done == 1, "OpenSSL cannot go on with a digest")
    }

    /// Nothing is taken after it.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { digest, count in
            var length: UInt32 = 0
            precondition(EVP_DigestFinal_ex(context, digest.baseAddress, &length) == 1, "OpenSSL cannot end a digest")
            count = Int(length)
        }
    }
}

// Looked up once: `EVP_sha1()` and its like are looked up at every use, under a lock.
// `unsafe`: OpenSSL changes nothing in an algorithm but its count of references, and that atomically.
private nonisolated(unsafe) let fetchedSHA1 = fetched("SHA1")
// `unsafe`: as above.
private nonisolated(unsafe) let fetchedSHA256 = fetched("SHA256")

// `unsafe`: as above.
private nonisolated(unsafe) let fetchedMD5 = fetched("MD5")

private func fetched(_ name: String) -> OpaquePointer {
    guard let algorithm = EVP_MD_fetch(nil, name, nil) else { preconditionFailure("OpenSSL has no \(name)") }
    return algorithm
}
