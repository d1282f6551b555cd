import COpenSSL

/// A private key on P-256, with which two sides agree on a secret that others do not learn (ECDH, NIST SP 800-56A).
package struct AgreementKey: Sendable {
    private let key: AsymmetricKey
    /// The public half, as SEC 1 §2.3.3 has it: 4 and both coordinates, 65 bytes.
    package let point: [UInt8]

    /// A new one.
    package init() {
        self.init(.newP256())
    }

    /// Reads a private key in PEM.
    package init(privateKey pem: String) throws(KeyProblem) {
        guard let key = AsymmetricKey(privatePEM: pem) else { throw .unreadablePrivateKey }
        if let problem = key.problem(for: .es256) { throw problem }
        self.init(key)
    }

    private init(_ key: AsymmetricKey) {
        self.key = key
        point = key.point
    }

    /// Whether the bytes are the public half of some key.
    package static func isPoint(_ point: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return peer(point) != nil
    }

    private static func peer(_ point: [UInt8]) -> AsymmetricKey? {
        guard point.count == 65, point[0] == 4 else { return nil }
        return AsymmetricKey(made: martlet_p256_public_key(point))
    }

    /// Nil if the other side's bytes are no point of the curve.
    package func secret(with point: [UInt8]) -> [UInt8]? {
        guard let peer = Self.peer(point) else { return nil }
        let context = EVP_PKEY_CTX_new(key.pointer, nil)
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        var secret = [UInt8](repeating: 0, count: 32)
        var count = secret.count
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer.pointer) == 1,
            EVP_PKEY_derive(context, &secret, &count) == 1
        else { return nil }
        precondition(count == 32, "a secret of \(count) bytes on P-256")
        return secret
    }
}
