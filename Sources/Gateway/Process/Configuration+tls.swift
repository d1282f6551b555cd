import Settings
import Transport

extension Configuration {
    /// Nil: the port speaks plain HTTP.
    func makeTLSContext(_ renewal: CertificateRenewal?, predecessor: TLSContext?) throws(TLSContext.Failure)
        -> TLSContext?
    {
        guard tls.isSpoken else { return nil }
        var certificates = tls.certificates.map { TLSContext.Certificate(chain: $0.certificate, key: $0.key) }
        if let file = renewal?.usableFile { certificates.append(.init(chain: file, key: file)) }
        return try TLSContext(
            certificates, minimum: tls.minimumVersion == .tls1_3 ? .tls13 : .tls12, tickets: tls.sessionTickets,
            challenges: renewal?.challenges, predecessor: predecessor)
    }

    /// Nil: certificates come from files alone.
    func makeCertificateRenewal() -> CertificateRenewal? {
        tls.acme.map { CertificateRenewal($0, dataDirectory: data.directory) }
    }
}

extension CertificateRenewal {
    /// What it keeps may be damaged: then it gets another, and says why.
    fileprivate var usableFile: String? {
        (try? folder.held()).flatMap(\.self)?.file
    }
}
