import Bytes
import JSON

/// Makes tokens, as an application's own backend does: for the command line, demonstrations and tests.
package struct TokenSigner: Sendable {
    private let key: TokenKey
    /// PS256: with RSA, in another form than RS256 (RFC 7518 §3.5).
    private let isPSS: Bool

    /// Signs with HS256.
    package init(secret: [UInt8], id: String? = nil) {
        isPSS = false
        key = TokenKey(id: id, algorithm: .hs256, material: .secret(secret))
    }

    /// Signs with a private key in PEM.
    package init(
        privateKey pem: String, _ algorithm: TokenAlgorithm, isPSS: Bool = false, id: String? = nil
    ) throws(KeyProblem) {
        precondition(!isPSS || algorithm == .rs256, "\(algorithm) has one form")
        self.isPSS = isPSS
        guard let pair = AsymmetricKey(privatePEM: pem) else { throw .unreadablePrivateKey }
        if let problem = pair.problem(for: algorithm) { throw problem }
        key = TokenKey(id: id, algorithm: algorithm, material: .pair(pair))
    }

    /// `claims` writes the members of the payload's object.
    package func sign(_ claims: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object(claims)
        return sign(payload: json.bytes)
    }

    package func sign(payload: UnsafeRawBufferPointer) -> String {
        var header = JSONWriter()
        header.object {
            $0.field("alg", isPSS ? "PS256" : key.algorithm.rawValue)
            $0.field("typ", "JWT")
            if let id = key.id { $0.field("kid", id) }
        }
        var message = Base64.url.encode(header.bytes) + "." + Base64.url.encode(payload)
        let signature = message.withUTF8 { key.signature(of: UnsafeRawBufferPointer($0), isPSS: isPSS) }
        return message + "." + Base64.url.encode(signature)
    }
}

extension TokenKey {
    fileprivate func signature(of message: UnsafeRawBufferPointer, isPSS: Bool) -> [UInt8] {
        switch material {
        case .secret(let secret): return Signature.hmac(message, secret: secret)
        case .pair(let key):
            guard let signature = Signature.sign(message, by: key, algorithm, isPSS: isPSS) else {
                preconditionFailure("a signer's private key does not sign")
            }
            return signature
        }
    }
}
