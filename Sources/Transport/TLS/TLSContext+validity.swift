import COpenSSL
import Glibc

extension TLSContext {
    /// The validity of a certificate, as it says itself.
    package struct Validity: Sendable, Equatable {
        /// The file with its chain.
        package let file: String
        /// The hosts that it is for.
        package let names: [String]
        /// Seconds since 1970.
        package let begins: Int64
        package let ends: Int64
    }

    /// In the order of the configuration.
    package var validities: [Validity] {
        certificates.map { context, file in
            // A context that was made has its certificate, and each has an entry in `names`.
            let certificate = SSL_CTX_get0_certificate(context)!
            return Validity(
                file: file.chain, names: names[context]!,  // Likewise.
                begins: seconds(X509_get0_notBefore(certificate)), ends: seconds(X509_get0_notAfter(certificate)))
        }
    }
}

/// RFC 5280 §4.1.2.5: OpenSSL has read the certificate, so its times can be read.
private func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
    var parts = tm()
    precondition(ASN1_TIME_to_tm(time, &parts) == 1, "a certificate's time cannot be read")
    return Int64(timegm(&parts))
}
