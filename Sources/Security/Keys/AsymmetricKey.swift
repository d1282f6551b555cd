import COpenSSL

/// A public or a private key of OpenSSL.
///
/// It is shared by shards and not changed after it was made; OpenSSL's keys are safe to use from several threads then
/// (openssl-threads(7)), so it may be Sendable.
final class AsymmetricKey: @unchecked Sendable {
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    convenience init?(publicPEM text: String) {
        self.init(readingPEM: text) { PEM_read_bio_PUBKEY($0, nil, nil, nil) }
    }

    /// The callback stands in for the prompt that OpenSSL would show for an encrypted key.
    convenience init?(privatePEM text: String) {
        self.init(readingPEM: text) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
    }

    private convenience init?(readingPEM text: String, _ read: (OpaquePointer?) -> OpaquePointer?) {
        var text = text
        let key = text.withUTF8 { bytes in
            let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
            defer { BIO_free(source) }
            return read(source)
        }
        self.init(made: key)
    }

    /// nil if OpenSSL made none. It leaves its errors in a queue of the thread, where TLS would take them for its own.
    convenience init?(made key: OpaquePointer?) {
        guard let key else {
            ERR_clear_error()
            return nil
        }
        self.init(owning: key)
    }

    /// The reason why the key cannot be used with the algorithm.
    func problem(for algorithm: TokenAlgorithm) -> KeyProblem? {
        let type = EVP_PKEY_get_base_id(pointer)
        switch algorithm {
        case .hs256: return .otherType(needed: "a secret, not a key pair,")
        case .rs256:
            guard type == EVP_PKEY_RSA else { return .otherType(needed: "an RSA key") }
            let bits = Int(EVP_PKEY_get_bits(pointer))
            guard bits >= 2048 else { return .shortRSA(bits: bits) }
            guard bits <= 8192 else { return .longRSA(bits: bits) }
        case .es256:
            guard type == EVP_PKEY_EC, curve == "prime256v1" else {
                return .otherType(needed: "a key on the curve P-256")
            }
        case .edDSA:
            guard type == EVP_PKEY_ED25519 else { return .otherType(needed: "an Ed25519 key") }
        }
        return isSound ? nil : .unsound
    }

    private var curve: String? {
        var name = [CChar](repeating: 0, count: 32)
        var length = 0
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else {
            ERR_clear_error()
            return nil
        }
        return String(decoding: name[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// That the exponent is no 1, the modulus no prime, the point on its curve, and so on.
    private var isSound: Bool {
        let context = EVP_PKEY_CTX_new(pointer, nil)
        defer { EVP_PKEY_CTX_free(context) }
        let sound = EVP_PKEY_public_check(context) == 1
        if !sound { ERR_clear_error() }
        return sound
    }
}
