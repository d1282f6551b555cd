import COpenSSL

/// A fresh key and its self-signed certificate, as files.
package final class TestCertificate: Sendable {
    /// Shared by the tests that mind no particular one.
    package static let shared = makeShared()

    /// The files' paths.
    package let chain: String
    package let key: String
    private let folder: TemporaryFolder

    package init() throws {
        folder = try TemporaryFolder()
        chain = folder.path("certificate.pem")
        key = folder.path("key.pem")
        let pair = Self.makeKey()
        let certificate = Self.sign(pair)
        defer {
            EVP_PKEY_free(pair)
            X509_free(certificate)
        }
        Self.write(key) { PEM_write_bio_PrivateKey($0, pair, nil, nil, 0, nil, nil) }
        Self.write(chain) { PEM_write_bio_X509($0, certificate) }
    }

    private static func makeShared() -> TestCertificate {
        do { return try TestCertificate() } catch { preconditionFailure("no certificate: \(error)") }
    }

    private static func makeKey() -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        precondition(EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_group_name(context, "P-256") == 1)
        precondition(EVP_PKEY_generate(context, &key) == 1)
        return key
    }

    private static func sign(_ key: OpaquePointer?) -> OpaquePointer? {
        let certificate = X509_new()
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
        X509_gmtime_adj(X509_getm_notBefore(certificate), -60)
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86_400)
        X509_set_pubkey(certificate, key)
        let name = X509_get_subject_name(certificate)
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, "localhost", -1, -1, 0)
        X509_set_issuer_name(certificate, name)
        precondition(X509_sign(certificate, key, EVP_sha256()) > 0)
        return certificate
    }

    private static func write(_ path: String, _ content: (OpaquePointer?) -> Int32) {
        let sink = BIO_new_file(path, "w")
        precondition(sink != nil && content(sink) == 1, "cannot write \(path)")
        BIO_free(sink)
    }
}
