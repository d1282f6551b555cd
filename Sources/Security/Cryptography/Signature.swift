import COpenSSL

/// The signatures of RFC 7515 over a byte string.
package enum Signature {
    package static func hmac(_ message: UnsafeRawBufferPointer, secret: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { code, count in
            var length: UInt32 = 0
            let bytes = message.assumingMemoryBound(to: UInt8.self)
            let done = HMAC(
                EVP_sha256(), secret, Int32(secret.count), bytes.baseAddress, bytes.count, code.baseAddress, &length)
            precondition(done != nil, "OpenSSL cannot compute an HMAC")
            count = Int(length)
        }
    }

    /// Leaves no error behind in OpenSSL's queue, where TLS would take it for its own.
    static func verify(
        _ signature: [UInt8], of message: UnsafeRawBufferPointer, by key: AsymmetricKey, _ algorithm: TokenAlgorithm
    ) -> Bool {
        guard let signature = algorithm == .es256 ? derOfRaw(signature) : signature else { return false }
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        let bytes = message.assumingMemoryBound(to: UInt8.self)
        return EVP_DigestVerifyInit(context, nil, digest(of: algorithm), nil, key.pointer) == 1
            && EVP_DigestVerify(context, signature, signature.count, bytes.baseAddress, bytes.count) == 1
    }

    /// nil if the key cannot sign, because it is a public one.
    static func sign(
        _ message: UnsafeRawBufferPointer, by key: AsymmetricKey, _ algorithm: TokenAlgorithm, isPSS: Bool = false
    ) -> [UInt8]? {
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        let bytes = message.assumingMemoryBound(to: UInt8.self)
        var length = 0
        // The context's own, and freed with it.
        var details: OpaquePointer?
        guard EVP_DigestSignInit(context, &details, digest(of: algorithm), nil, key.pointer) == 1,
            !isPSS || EVP_PKEY_CTX_set_rsa_padding(details, RSA_PKCS1_PSS_PADDING) == 1,
            // The salt is as long as the digest.
            !isPSS || EVP_PKEY_CTX_set_rsa_pss_saltlen(details, RSA_PSS_SALTLEN_DIGEST) == 1,
            EVP_DigestSign(context, nil, &length, bytes.baseAddress, bytes.count) == 1
        else { return nil }
        var signature = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &signature, &length, bytes.baseAddress, bytes.count) == 1 else { return nil }
        signature.removeSubrange(length...)
        return algorithm == .es256 ? rawOfDER(signature) : signature
    }

    /// Ed25519 hashes by itself.
    private static func digest(of algorithm: TokenAlgorithm) -> OpaquePointer? {
        algorithm == .edDSA ? nil : EVP_sha256()
    }

    /// RFC 7518 §3.4: r and s in 32 bytes each. OpenSSL has them as a DER sequence of two integers.
    private static func derOfRaw(_ raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64 else { return nil }
        let pair = ECDSA_SIG_new()
        defer { ECDSA_SIG_free(pair) }
        let (r, s) = raw.withUnsafeBufferPointer { raw in
            // It has 64 bytes.
            (BN_bin2bn(raw.baseAddress, 32, nil), BN_bin2bn(raw.baseAddress! + 32, 32, nil))
        }
        precondition(ECDSA_SIG_set0(pair, r, s) == 1, "OpenSSL cannot make a signature of two numbers")
        var der = [UInt8](repeating: 0, count: Int(i2d_ECDSA_SIG(pair, nil)))
        der.withUnsafeMutableBufferPointer { der in
            var end = der.baseAddress
            i2d_ECDSA_SIG(pair, &end)
        }
        return der
    }

    private static func rawOfDER(_ der: [UInt8]) -> [UInt8]? {
        let pair = der.withUnsafeBufferPointer { der in
            var start = der.baseAddress
            return d2i_ECDSA_SIG(nil, &start, der.count)
        }
        guard let pair else { return nil }
        defer { ECDSA_SIG_free(pair) }
        var raw = [UInt8](repeating: 0, count: 64)
        return raw.withUnsafeMutableBufferPointer { raw in
            BN_bn2binpad(ECDSA_SIG_get0_r(pair), raw.baseAddress, 32) == 32
                // It has 64 bytes.
                && BN_bn2binpad(ECDSA_SIG_get0_s(pair), raw.baseAddress! + 32, 32) == 32
        } ? raw : nil
    }
}
