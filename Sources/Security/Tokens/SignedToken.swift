import Bytes
import JSON

/// A token whose signature has been found good: JWS in compact form (RFC 7515 §7.1).
struct SignedToken {
    /// The signed content, decoded: for a JWT, a JSON object of claims.
    let payload: [UInt8]

    init(
        _ token: UnsafeRawBufferPointer, keys: KeySet, document: JSONDocument
    ) throws(TokenRefusal) {
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64.url.decode(UnsafeRawBufferPointer(rebasing: parts[0])),
            let payload = Base64.url.decode(UnsafeRawBufferPointer(rebasing: parts[1])),
            let signature = Base64.url.decode(UnsafeRawBufferPointer(rebasing: parts[2]))
        else { throw .malformed }
        let (algorithm, key) = try Self.read(header, document)
        let candidates = keys.candidates(id: key, algorithm)
        guard !candidates.isEmpty else { throw .unknownKey }
        let message = UnsafeRawBufferPointer(rebasing: token[..<parts[1].endIndex])
        guard candidates.contains(where: { $0.accepts(signature, of: message) }) else { throw .badSignature }
        self.payload = payload
    }

    /// The issuer that a token names; its signature is not checked. Nil if it names none, or is no token.
    static func issuer(of token: UnsafeRawBufferPointer, document: JSONDocument) -> String? {
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.url.decode(UnsafeRawBufferPointer(rebasing: parts[1])),
            let claims = try? document.parse(payload, limits: tokenLimits), claims.kind == .object
        else { return nil }
        return claims["iss"]?.string
    }

    /// Keys that a header brings along or points to (`jwk`, `jku`, `x5u`, `x5c`) are never looked at.
    private static func read(
        _ header: [UInt8], _ document: JSONDocument
    ) throws(TokenRefusal) -> (TokenAlgorithm, key: String?) {
        guard let header = try? document.parse(header, limits: tokenLimits), header.kind == .object else {
            throw .malformed
        }
        guard let name = header["alg"]?.string else { throw .malformed }
        guard let algorithm = TokenAlgorithm(rawValue: name) else { throw .unsupportedAlgorithm }
        if header["crit"] != nil { throw .unsupportedExtension }
        guard let key = header["kid"] else { return (algorithm, nil) }
        guard let key = key.string else { throw .malformed }
        return (algorithm, key)
    }
}

/// Deeper or longer than any token has reason to be; the bytes are limited before.
let tokenLimits = JSONLimits(depth: 8, values: 1024)
