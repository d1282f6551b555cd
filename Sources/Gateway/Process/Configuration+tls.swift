import Settings
import Transport

extension Configuration {
    /// Nil: the port speaks plain HTTP.
    package func makeTLSContext(predecessor: TLSContext?) throws(TLSContext.Failure) -> TLSContext? {
        guard !tls.certificates.isEmpty else { return nil }
        return try TLSContext(
            tls.certificates.map { .init(chain: $0.certificate, key: $0.key) },
            minimum: tls.minimumVersion == .tls1_3 ? .tls13 : .tls12, tickets: tls.sessionTickets,
            predecessor: predecessor)
    }
}
