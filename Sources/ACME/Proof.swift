import Bytes
import Security

/// How a server proves that a name leads to it.
package enum ChallengeKind: String, CaseIterable, Sendable {
    /// By a page that is asked for at port 80 (RFC 8555 §8.3).
    case http = "http-01"
    /// By a certificate in a TLS handshake at port 443 (RFC 8737).
    case tlsALPN = "tls-alpn-01"
}

/// The proof that the ACME server is to find when it looks.
package struct Proof: Equatable, Sendable {
    package let kind: ChallengeKind
    package let host: String
    /// RFC 8555 §8.1.
    package let keyAuthorization: String

    /// RFC 8737 §3: what the certificate has of it.
    package var digest: [UInt8] { Digest.sha256(keyAuthorization) }
}

extension Proof {
    /// Whether a text can be a token (RFC 8555 §8.1): Base64url, and not longer than anybody needs.
    package static func isToken(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { character in
                switch character {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }
}
