import TestSupport
import Transport

extension TestCertificate {
    var files: TLSContext.Certificate { .init(chain: chain, key: key) }

    func context(minimum: TLSContext.Version = .tls12) throws -> TLSContext {
        try TLSContext([files], minimum: minimum, tickets: true)
    }
}
