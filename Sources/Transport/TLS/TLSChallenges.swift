import COpenSSL
import Locking

/// The certificates by which TLS answers whoever asks by ALPN whether a name leads here (TLS-ALPN-01, RFC 8737), beside those
/// of a `TLSContext`. They come and go while shards serve; contexts that follow each other share them.
package final class TLSChallenges: Sendable {
    /// `@unchecked Sendable`: an SSL_CTX is reference-counted atomically, and nothing changes it after `init`.
    private final class Answer: @unchecked Sendable {
        let context: OpaquePointer

        init(certificate: String, key: String) throws(TLSContext.Failure) {
            ERR_clear_error()
            guard let context = SSL_CTX_new(TLS_server_method()) else {
                throw TLSContext.Failure(description: lastError())
            }
            self.context = context
            guard Self.read(certificate, { martlet_ssl_use_certificate_chain(context, $0) }),
                Self.read(key, { martlet_ssl_use_private_key(context, $0) }),
                SSL_CTX_check_private_key(context) == 1
            else {
                // Freed with the object, since all of it is there.
                throw TLSContext.Failure(description: lastError())
            }
            martlet_ssl_set_minimum_version(context, TLS1_2_VERSION)
            martlet_ssl_disable_session_cache(context)
            SSL_CTX_set_options(context, UInt64(martlet_ssl_options_hardened()) | martlet_ssl_option_no_ticket())
            SSL_CTX_set_num_tickets(context, 0)
            martlet_ssl_answer_validation(context)
        }

        deinit {
            SSL_CTX_free(context)
        }

        private static func read(_ text: String, _ take: (OpaquePointer?) -> Int32) -> Bool {
            var text = text
            return text.withUTF8 { bytes in
                let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
                defer { BIO_free(source) }
                return take(source) == 1
            }
        }
    }

    private let answers = Lock<[String: Answer]>([:])

    package init() {}

    /// From now on, who asks for the host by ALPN gets this certificate. Both are PEM.
    package func answer(_ host: String, certificate: String, key: String) throws(TLSContext.Failure) {
        let answer = try Answer(certificate: certificate, key: key)
        answers.withLock { $0[host.lowercased()] = answer }
    }

    package func removeAll() {
        answers.withLock { $0 = [:] }
    }

    /// Called within the handshake. False: nothing was asked for that name.
    fileprivate func answer(_ host: String, in session: OpaquePointer) -> Bool {
        let found = answers.withLock { $0[host.lowercased()] }
        guard let found else { return false }
        // The session counts itself in.
        SSL_set_SSL_CTX(session, found.context)
        return true
    }
}

extension TLSContext {
    /// Has sessions of this context look for challenges before they choose a certificate.
    static func listen(for challenges: TLSChallenges, in context: OpaquePointer) {
        martlet_ssl_set_client_hello_callback(
            context, chooseByProtocol, Unmanaged.passUnretained(challenges).toOpaque())
    }
}

private let chooseByProtocol:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?) -> Int32 = {
        session, alert, argument in
        guard let session, let argument, martlet_ssl_asks_for_validation(session) == 1 else {
            return SSL_CLIENT_HELLO_SUCCESS
        }
        let challenges = Unmanaged<TLSChallenges>.fromOpaque(argument).takeUnretainedValue()
        var name = [CChar](repeating: 0, count: 256)
        if martlet_ssl_name_in_hello(session, &name, name.count) == 1,
            // It has 256 bytes.
            challenges.answer(name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }, in: session)
        {
            return SSL_CLIENT_HELLO_SUCCESS
        }
        // RFC 8737 §3: there is nothing to prove for that name.
        alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
        return SSL_CLIENT_HELLO_ERROR
    }
