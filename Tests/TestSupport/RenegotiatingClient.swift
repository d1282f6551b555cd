import COpenSSL

/// A client of TLS 1.2 between two byte strings that can begin a second handshake within its session (RFC 5246 §7.4.1.2).
package final class RenegotiatingClient {
    private let session: OpaquePointer?
    /// Ciphertext from the server, and for it. The session owns them.
    private let input = BIO_new(BIO_s_mem())
    private let output = BIO_new(BIO_s_mem())

    package init() {
        let context = SSL_CTX_new(TLS_client_method())
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        session = SSL_new(context)
        // The session keeps it.
        SSL_CTX_free(context)
        SSL_set_bio(session, input, output)
        SSL_set_connect_state(session)
    }

    deinit {
        SSL_free(session)
    }

    package var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

    /// Takes what the server has said; returns what it is answered.
    package func shakeHands(_ bytes: [UInt8] = []) -> [UInt8] {
        if !bytes.isEmpty {
            let taken = BIO_write(input, bytes, Int32(bytes.count))
            precondition(taken == bytes.count, "a memory BIO took \(taken) of \(bytes.count) bytes")
        }
        return advance()
    }

    /// The beginning of another handshake.
    package func shakeHandsAgain() -> [UInt8] {
        let isWilling = SSL_renegotiate(session)
        precondition(isWilling == 1, "the session does not renegotiate")
        return advance()
    }

    private func advance() -> [UInt8] {
        SSL_do_handshake(session)
        ERR_clear_error()
        var bytes = [UInt8](repeating: 0, count: Int(BIO_ctrl_pending(output)))
        if bytes.isEmpty { return [] }
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(Int(count)))
    }
}
