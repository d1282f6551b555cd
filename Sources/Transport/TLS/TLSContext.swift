import COpenSSL
import Glibc

/// Certificates and rules for the TLS connections of a listener. Immutable once made: a reload makes a new one, and a
/// connection keeps the one that it began with.
///
/// `@unchecked Sendable`: an SSL_CTX is reference-counted atomically, and nothing changes it after `init`.
public final class TLSContext: @unchecked Sendable {
    public enum Version: Sendable { case tls12, tls13 }

    /// The paths of a PEM chain and of its private key.
    public struct Certificate: Sendable, Equatable {
        public let chain: String
        public let key: String

        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// By the order of the configuration; the first answers clients whose name no other has. Without certificates there is one,
    /// which refuses all.
    private let contexts: [OpaquePointer]
    let names: [OpaquePointer: [String]]
    /// In the same order.
    private let files: [Certificate]
    /// Keeps them alive.
    private let challenges: TLSChallenges?

    /// `predecessor` hands its ticket keys on, so that a reload does not end resumption. With `challenges` there may be no
    /// certificate yet.
    package init(
        _ certificates: [Certificate], minimum: Version, tickets: Bool, challenges: TLSChallenges? = nil,
        predecessor: TLSContext? = nil
    ) throws(Failure) {
        precondition(!certificates.isEmpty || challenges != nil, "a TLS listener needs a certificate")
        var made: [OpaquePointer] = []
        do {
            for certificate in certificates {
                made.append(try Self.context(certificate, minimum: minimum, tickets: tickets))
            }
            if made.isEmpty { made.append(try Self.context(nil, minimum: minimum, tickets: tickets)) }
        } catch {
            for context in made { SSL_CTX_free(context) }
            throw error
        }
        contexts = made
        files = certificates
        self.challenges = challenges
        names = Dictionary(uniqueKeysWithValues: made.map { ($0, Self.names(of: $0)) })
        if let predecessor { inheritTicketKeys(of: predecessor) }
        martlet_ssl_set_servername_callback(made[0], chooseByName, Unmanaged.passUnretained(self).toOpaque())
        if let challenges { Self.listen(for: challenges, in: made[0]) }
    }

    /// The first certificate answers clients whose name no other covers.
    public convenience init(_ certificates: [Certificate], minimum: Version = .tls12) throws(Failure) {
        try self.init(certificates, minimum: minimum, tickets: true)
    }

    deinit {
        for context in contexts { SSL_CTX_free(context) }
    }

    /// Each with the files that it was made of.
    var certificates: [(context: OpaquePointer, files: Certificate)] {
        zip(contexts, files).map { (context: $0, files: $1) }
    }

    /// Nobody can be answered but those who ask for a challenge.
    fileprivate var hasNoCertificate: Bool { files.isEmpty }

    /// The context that a session begins with.
    fileprivate var first: OpaquePointer { contexts[0] }

    func makeSession() -> OpaquePointer {
        guard let session = SSL_new(contexts[0]) else { preconditionFailure("SSL_new: \(lastError())") }
        return session
    }

    /// The context whose certificate covers `name` (RFC 6125 §6.4: exact, or a wildcard for the leftmost label).
    fileprivate func context(for name: String) -> OpaquePointer {
        let wanted = name.lowercased()
        let wildcard = wanted.firstIndex(of: ".").map { "*" + wanted[$0...] }
        // Each context has an entry in `names`.
        let exact = contexts.first { names[$0]!.contains(wanted) }
        // Each context has an entry in `names`.
        return exact ?? contexts.first { context in wildcard.map { names[context]!.contains($0) } ?? false }
            ?? contexts[0]
    }

    private func inheritTicketKeys(of predecessor: TLSContext) {
        var keys = [UInt8](repeating: 0, count: 80)
        guard martlet_ssl_get_ticket_keys(predecessor.contexts[0], &keys, keys.count) == 1 else { return }
        for context in contexts { martlet_ssl_set_ticket_keys(context, &keys, keys.count) }
    }

    private static func context(
        _ certificate: Certificate?, minimum: Version, tickets: Bool
    ) throws(Failure) -> OpaquePointer {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw Failure(description: lastError()) }
        do {
            if let certificate { try load(certificate, into: context) }
        } catch {
            SSL_CTX_free(context)
            throw error
        }
        martlet_ssl_set_minimum_version(context, minimum == .tls13 ? TLS1_3_VERSION : TLS1_2_VERSION)
        // No buffer while idle; nothing the peer can make us do again; the server's order of ciphers.
        martlet_ssl_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
        var options = UInt64(martlet_ssl_options_hardened())
        if !tickets { options |= UInt64(martlet_ssl_option_no_ticket()) }
        SSL_CTX_set_options(context, options)
        SSL_CTX_set_num_tickets(context, tickets ? 1 : 0)
        martlet_ssl_disable_session_cache(context)
        SSL_CTX_set_session_id_context(context, "martlet", 7)
        SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20")
        return context
    }

    private static func load(_ certificate: Certificate, into context: OpaquePointer) throws(Failure) {
        try use(certificate.chain, "cannot read the certificate chain") {
            martlet_ssl_use_certificate_chain(context, $0)
        }
        try use(certificate.key, "cannot use the private key") { martlet_ssl_use_private_key(context, $0) }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw Failure(
                description: "the key \(certificate.key) does not belong to the certificate \(certificate.chain)")
        }
    }

    private static func use(_ path: String, _ failure: String, _ read: (OpaquePointer) -> Int32) throws(Failure) {
        guard let file = martlet_open_regular(path) else {
            let code = errno
            let reason = code == 0 ? "it is not a regular file" : String(cString: strerror(code))
            throw Failure(description: "\(failure) \(path): \(reason)")
        }
        defer { BIO_free(file) }
        guard read(file) == 1 else { throw Failure(description: "\(failure) \(path): \(lastError())") }
    }

    /// The DNS names of the certificate's subjectAltName, in lower case.
    private static func names(of context: OpaquePointer) -> [String] {
        guard let certificate = SSL_CTX_get0_certificate(context) else { return [] }
        guard let list = martlet_x509_names(certificate) else { return [] }
        defer { martlet_x509_names_free(list) }
        return (0..<martlet_x509_name_count(list)).compactMap { index in
            martlet_x509_dns_name(list, index).map { String(cString: $0).lowercased() }
        }
    }
}

private let chooseByName:
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?) -> Int32 = {
        session, alert, argument in
        guard let session, let argument else { return SSL_TLSEXT_ERR_NOACK }
        let contexts = Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
        // A challenge was chosen for it.
        if SSL_get_SSL_CTX(session) != contexts.first { return SSL_TLSEXT_ERR_OK }
        if contexts.hasNoCertificate {
            alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
        guard let name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name) else { return SSL_TLSEXT_ERR_NOACK }
        SSL_set_SSL_CTX(session, contexts.context(for: String(cString: name)))
        return SSL_TLSEXT_ERR_OK
    }

/// OpenSSL's oldest queued error as text; the queue is empty afterwards.
func lastError() -> String {
    let code = ERR_get_error()
    ERR_clear_error()
    guard code != 0 else { return "no reason given" }
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(code, &text, text.count)
    // It has 256 bytes.
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
}
