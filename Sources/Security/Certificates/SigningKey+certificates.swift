import COpenSSL

extension SigningKey {
    /// A request for a certificate of these names, in DER (RFC 2986).
    package func certificateRequest(for names: [String]) -> [UInt8] {
        let request = martlet_certificate_request(key.pointer, list(names))
        defer { X509_REQ_free(request) }
        precondition(request != nil, "OpenSSL makes no request for \(names)")
        var der = [UInt8](repeating: 0, count: Int(i2d_X509_REQ(request, nil)))
        der.withUnsafeMutableBufferPointer { der in
            var end = der.baseAddress
            i2d_X509_REQ(request, &end)
        }
        return der
    }

    /// The certificate, in PEM, by which a server of this name answers a TLS-ALPN-01 challenge (RFC 8737 §3). `digest` is
    /// that of the key authorization, `now` in seconds since 1970.
    package func provingCertificate(for name: String, digest: [UInt8], now: Int64) -> String {
        precondition(digest.count == 32, "a digest of \(digest.count) bytes")
        let certificate = martlet_proving_certificate(key.pointer, list([name]), digest, Int(now))
        defer { X509_free(certificate) }
        precondition(certificate != nil, "OpenSSL makes no certificate for \(name)")
        return PEM.text { PEM_write_bio_X509($0, certificate) }
    }

    /// As OpenSSL reads a subjectAltName. A name with a comma would be two.
    private func list(_ names: [String]) -> String {
        for name in names {
            let isName = name.unicodeScalars.allSatisfy { character in
                switch character {
                case "a"..."z", "0"..."9", "-", ".": true
                default: false
                }
            }
            precondition(isName && !name.isEmpty, "'\(name)' is no host's name in lower case")
        }
        return names.map { "DNS:\($0)" }.joined(separator: ",")
    }
}
