import COpenSSL

/// A private key on P-256 that signs, and that is kept as PEM.
package struct SigningKey: Sendable {
    let key: AsymmetricKey
    /// The coordinates of its public half, 32 bytes each.
    package let x: [UInt8]
    package let y: [UInt8]

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
        let point = key.point
        x = Array(point[1..<33])
        y = Array(point[33...])
    }

    /// The private key, unencrypted (PKCS #8).
    package var pem: String {
        PEM.text { PEM_write_bio_PrivateKey($0, key.pointer, nil, nil, 0, nil, nil) }
    }

    /// ES256 (RFC 7518 §3.4): two numbers of 32 bytes.
    package func sign(_ message: String) -> [UInt8] {
        var message = message
        let signature = message.withUTF8 { Signature.sign(UnsafeRawBufferPointer($0), by: key, .es256) }
        guard let signature else { preconditionFailure("a private key on P-256 does not sign") }
        return signature
    }
}

enum PEM {
    /// The text that OpenSSL writes.
    static func text(_ write: (OpaquePointer?) -> Int32) -> String {
        let sink = BIO_new(BIO_s_mem())
        defer { BIO_free(sink) }
        precondition(write(sink) == 1, "OpenSSL writes no PEM")
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(sink))
        let count = BIO_read(sink, &bytes, Int32(bytes.count))
        precondition(count == bytes.count, "a memory BIO gave \(count) of \(bytes.count) bytes")
        return String(decoding: bytes, as: UTF8.self)
    }
}
