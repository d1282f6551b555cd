import Settings
import Transport

extension Configuration {
    /// Nil: the port speaks plain HTTP. The `predecessor` is the context in force; nil: this is the start.
    func makeTLSContext(_ renewal: CertificateRenewal?, predecessor: TLSContext?) throws(TLSContext.Failure)
        -> TLSContext?
    {
        guard tls.isSpoken else { return nil }
        var certificates = tls.certificates.map { TLSContext.Certificate(chain: $0.certificate, key: $0.key) }
        if let file = try renewal?.usableFile(after: predecessor) {
            certificates.append(.init(chain: file, key: file))
        }
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
    /// Nil: there is none yet. At a start, what it keeps may be damaged: then it gets another, and says why. A context that
    /// serves clients is not replaced by one without its certificate.
    fileprivate func usableFile(after predecessor: TLSContext?) throws(TLSContext.Failure) -> String? {
        do throws(CertificateFolder.Failure) {
            if let held = try folder.held() { return held.file }
        } catch {
            if predecessor == nil { return nil }
            throw TLSContext.Failure(description: error.description)
        }
        let file = folder.certificate
        guard let predecessor, predecessor.validities.contains(where: { $0.file == file }) else { return nil }
        throw TLSContext.Failure(description: "the certificate \(file) is gone")
    }
}
