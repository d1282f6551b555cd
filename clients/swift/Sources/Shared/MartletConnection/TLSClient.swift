import MartletBytes
import MartletCOpenSSL

/// The settings that a client's TLS sessions share: the versions, and the certificates that they trust.
package final class TLSClientContext {
    fileprivate let context: OpaquePointer

    package init(_ options: TLSOptions) throws(ClientError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_client_method()) else { throw failure() }
        self.context = context
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(options.versions.lowerBound.rawValue), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(options.versions.upperBound.rawValue), nil)
        try trust(options.trust)
    }

    deinit {
        SSL_CTX_free(context)
    }

    private func trust(_ trust: TLSOptions.Trust) throws(ClientError) {
        switch trust {
        case .system:
            guard SSL_CTX_set_default_verify_paths(context) == 1 else { throw failure() }
        case .file(let path):
            guard SSL_CTX_load_verify_file(context, path) == 1 else {
                throw .tls("cannot read the certificates in \(path)")
            }
        case .nobodyChecks:
            return
        }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    }
}

/// TLS between two byte strings, in the client's role. The caller carries the ciphertext.
package final class TLSClient {
    package enum Outcome {
        case done
        case needsMore
        /// The server said that it will send no more (close_notify).
        case ended
    }

    private let session: OpaquePointer
    /// Ciphertext from the server, and for it. The session owns them.
    private let input: OpaquePointer
    private let output: OpaquePointer

    convenience init(_ options: TLSOptions, host: String) throws(ClientError) {
        try self.init(TLSClientContext(options), serverName: options.serverName ?? host)
        if let ticket = options.ticket { SSL_set_session(session, ticket.session) }
    }

    /// The session keeps what it needs of the context.
    package init(_ context: TLSClientContext, serverName: String) throws(ClientError) {
        ERR_clear_error()
        guard let session = SSL_new(context.context), let input = BIO_new(BIO_s_mem()),
            let output = BIO_new(BIO_s_mem())
        else { throw failure() }
        SSL_set_bio(session, input, output)
        self.session = session
        self.input = input
        self.output = output
        SSL_set_connect_state(session)
        Self.name(serverName, in: session)
    }

    deinit {
        // Or OpenSSL takes the connection for a broken one, and its ticket with it.
        SSL_set_shutdown(session, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(session)
    }

    // MARK: - Ciphertext

    package func feed(_ ciphertext: UnsafeRawBufferPointer) {
        let taken = BIO_write(input, ciphertext.baseAddress, Int32(ciphertext.count))
        precondition(taken == ciphertext.count, "a memory BIO took \(taken) of \(ciphertext.count) bytes")
    }

    package func takeOutput(into buffer: inout ByteBuffer) {
        let waiting = BIO_ctrl_pending(output)
        buffer.append(upTo: waiting) { Int(BIO_read(output, $0.baseAddress, Int32($0.count))) }
    }

    // MARK: - Plaintext

    package func shakeHands() throws(ClientError) -> Outcome {
        ERR_clear_error()
        return try outcome(SSL_do_handshake(session))
    }

    /// Appends what the ciphertext so far has come to.
    package func read(into buffer: inout ByteBuffer) throws(ClientError) -> Outcome {
        while true {
            ERR_clear_error()
            var result: Int32 = 0
            buffer.append(upTo: 16 << 10) { room in
                var count = 0
                result = SSL_read_ex(session, room.baseAddress, room.count, &count)
                return count
            }
            if result != 1 { return try outcome(result) }
        }
    }

    package func write(_ plain: UnsafeRawBufferPointer) throws(ClientError) {
        guard plain.count > 0 else { return }
        ERR_clear_error()
        var count = 0
        // The memory BIO grows: everything is taken at once.
        guard SSL_write_ex(session, plain.baseAddress, plain.count, &count) == 1 else { throw failure() }
        precondition(count == plain.count, "SSL_write_ex took \(count) of \(plain.count) bytes")
    }

    func end() {
        ERR_clear_error()
        SSL_shutdown(session)
        ERR_clear_error()
    }

    var agreement: TLSAgreement {
        let certificate = SSL_get1_peer_certificate(session)
        defer { X509_free(certificate) }
        let subject = X509_NAME_oneline(X509_get_subject_name(certificate), nil, 0)
        defer { CRYPTO_free(subject, #file, #line) }
        return TLSAgreement(
            version: String(cString: SSL_get_version(session)), subject: subject.map { String(cString: $0) } ?? "",
            keyType: X509_get0_pubkey(certificate).map { String(cString: EVP_PKEY_get0_type_name($0)) } ?? "",
            isResumed: SSL_session_reused(session) == 1)
    }

    /// In TLS 1.3 it comes after the handshake, with the first bytes that are read.
    var ticket: TLSTicket? {
        guard let current = SSL_get1_session(session) else { return nil }
        let ticket = TLSTicket(current)
        return SSL_SESSION_is_resumable(current) == 1 ? ticket : nil
    }

    private func outcome(_ result: Int32) throws(ClientError) -> Outcome {
        switch SSL_get_error(session, result) {
        case SSL_ERROR_NONE: return .done
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsMore
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: throw failure(SSL_get_verify_result(session))
        }
    }

    /// RFC 6066 §3: the server learns a name, never an address. The certificate must be for it in either case.
    private static func name(_ name: String, in session: OpaquePointer) {
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), name) == 1 { return }
        martlet_ssl_set_client_name(session, name)
        SSL_set1_host(session, name)
    }
}

/// OpenSSL's first complaint; `verification` is what it thinks of the server's certificate.
private func failure(_ verification: Int = 0) -> ClientError {
    let code = ERR_get_error()
    ERR_clear_error()
    if verification != 0 {
        return .tls("the certificate is not trusted: \(String(cString: X509_verify_cert_error_string(verification)))")
    }
    guard code != 0 else { return .tls("no reason given") }
    return .tls(ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)")
}
