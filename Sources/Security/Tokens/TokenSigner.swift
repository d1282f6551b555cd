import Bytes
import JSON

/// Makes tokens, as an application's own backend does: for the command line, demonstrations and tests.
package struct TokenSigner: Sendable {
    private let key: TokenKey

    /// Signs with HS256.
    package init(secret: [UInt8], id: String? = nil) {
        key = TokenKey(id: id, algorithm: .hs256, material: .secret(secret))
    }

    /// Signs with a private key in PEM.
    package init(privateKey pem: String, _ algorithm: TokenAlgorithm, id: String? = nil) throws(KeyProblem) {
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
            $0.field("alg", key.algorithm.rawValue)
            $0.field("typ", "JWT")
            if let id = key.id { $0.field("kid", id) }
        }
        var message = Base64.url.encode(header.bytes) + "." + Base64.url.encode(payload)
        let signature = message.withUTF8 { key.signature(of: UnsafeRawBufferPointer($0)) }
        return message + "." + Base64.url.encode(signature)
    }
}

extension TokenKey {
    fileprivate func signature(of message: UnsafeRawBufferPointer) -> [UInt8] {
        switch material {
        case .secret(let secret): return Signature.hmac(message, secret: secret)
        case .pair(let key):
            guard let signature = Signature.sign(message, by: key, algorithm) else {
                preconditionFailure("a signer's private key does not sign")
            }
            return signature
        }
    }
}
