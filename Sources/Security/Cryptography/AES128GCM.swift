import COpenSSL

/// Authenticated encryption by a key for one message (NIST SP 800-38D).
package enum AES128GCM {
    /// The ciphertext and then its tag, 16 bytes.
    package static func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8] {
        precondition(key.count == 16 && nonce.count == 12, "a key of \(key.count) bytes, a nonce of \(nonce.count)")
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: plaintext.count)
        var tag = [UInt8](repeating: 0, count: 16)
        var (written, rest): (Int32, Int32) = (0, 0)
        let done =
            EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1
            && EVP_EncryptUpdate(context, &sealed, &written, plaintext, Int32(plaintext.count)) == 1
            && EVP_EncryptFinal_ex(context, &tag, &rest) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        precondition(done && Int(written) == plaintext.count && rest == 0, "OpenSSL cannot encrypt")
        return sealed + tag
    }
}
