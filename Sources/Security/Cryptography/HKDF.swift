import COpenSSL

/// RFC 5869 with SHA-256: keys from a secret that is no key yet.
package enum HKDF {
    package static func derive(_ count: Int, from secret: [UInt8], salt: [UInt8], info: [UInt8]) -> [UInt8] {
        let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key = [UInt8](repeating: 0, count: count)
        var written = count
        let done =
            EVP_PKEY_derive_init(context) == 1
            && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
            && EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1
            && EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)) == 1
            && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1
            && EVP_PKEY_derive(context, &key, &written) == 1
        precondition(done && written == count, "OpenSSL derives no key of \(count) bytes")
        return key
    }
}
