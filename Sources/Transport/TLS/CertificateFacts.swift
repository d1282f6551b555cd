import COpenSSL
import Glibc

/// The facts in a certificate, for those who look after it.
package struct CertificateFacts: Equatable, Sendable {
    /// `/CN=chat.example.com`
    package let subject: String
    /// Seconds since 1970.
    package let begins: Int64
    package let ends: Int64
    /// OpenSSL's name for it: `EC`, `RSA`.
    package let keyType: String
    package let keyBits: Int
    package let isSelfSigned: Bool

    package init(subject: String, begins: Int64, ends: Int64, keyType: String, keyBits: Int, isSelfSigned: Bool) {
        self.subject = subject
        self.begins = begins
        self.ends = ends
        self.keyType = keyType
        self.keyBits = keyBits
        self.isSelfSigned = isSelfSigned
    }

    /// Of all certificates of a PEM file, the server's own first; nil: it cannot be read.
    package static func read(chain path: String) -> [CertificateFacts]? {
        guard let file = martlet_open_regular(path) else { return nil }
        defer { BIO_free(file) }
        var facts: [CertificateFacts] = []
        while let certificate = PEM_read_bio_X509(file, nil, nil, nil) {
            defer { X509_free(certificate) }
            facts.append(CertificateFacts(certificate))
        }
        // The end of the file is an error to OpenSSL.
        ERR_clear_error()
        return facts.isEmpty ? nil : facts
    }

    private init(_ certificate: OpaquePointer) {
        let name = X509_NAME_oneline(X509_get_subject_name(certificate), nil, 0)
        defer { CRYPTO_free(name, #file, #line) }
        subject = name.map { String(cString: $0) } ?? ""
        begins = Self.seconds(X509_get0_notBefore(certificate))
        ends = Self.seconds(X509_get0_notAfter(certificate))
        let key = X509_get0_pubkey(certificate)
        keyType = key.map { String(cString: EVP_PKEY_get0_type_name($0)) } ?? ""
        keyBits = key.map { Int(EVP_PKEY_get_bits($0)) } ?? 0
        isSelfSigned = X509_check_issued(certificate, certificate) == X509_V_OK
    }

    /// 0 for what is no time.
    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var date = tm()
        return ASN1_TIME_to_tm(time, &date) == 1 ? Int64(timegm(&date)) : 0
    }
}
