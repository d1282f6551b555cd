import MartletCOpenSSL

/// How a client speaks TLS, and whom it trusts.
package struct TLSOptions {
    package enum Trust: Sendable {
        /// The certificate authorities of the machine.
        case system
        /// Those of a PEM file.
        case file(String)
        /// Anybody. The connection is hidden from listeners, but not from a proxy in between.
        case nobodyChecks
    }

    package enum Version: Int32, Sendable {
        case tls12 = 0x0303
        case tls13 = 0x0304
    }

    package var trust: Trust
    /// The name that the certificate must have; nil: the host of the URL.
    package var serverName: String?
    package var versions: ClosedRange<Version> = .tls12 ... .tls13
    /// From an earlier connection to the same server.
    package var ticket: TLSTicket?

    package init(trust: Trust = .system, serverName: String? = nil) {
        self.trust = trust
        self.serverName = serverName
    }
}

extension TLSOptions.Version: Comparable {
    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A server's ticket, which makes the client's next handshake shorter.
package final class TLSTicket {
    let session: OpaquePointer

    /// Owns the reference it is given.
    init(_ session: OpaquePointer) {
        self.session = session
    }

    deinit {
        SSL_SESSION_free(session)
    }
}

/// The result of a handshake.
package struct TLSAgreement {
    /// `TLSv1.3`
    package let version: String
    /// The subject of the server's certificate: `/CN=localhost`.
    package let subject: String
    /// OpenSSL's name for the kind of the certificate's key: `EC`, `RSA`.
    package let keyType: String
    package let isResumed: Bool
}
