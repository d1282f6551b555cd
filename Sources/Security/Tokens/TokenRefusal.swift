/// Why a token is not accepted. The client learns little of it; the log may have the whole.
package enum TokenRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(limit: Int)
    /// Not three parts in base64url, or the first two not JSON objects.
    case malformed
    case unsupportedAlgorithm
    /// The header has `crit`: it demands extensions, and we have none (RFC 7515 §4.1.11).
    case unsupportedExtension
    /// No key of that name for that algorithm.
    case unknownKey
    /// It names one of the issuers that publish their keys, and none of its keys fits.
    case unpublishedKey(issuer: String)
    case badSignature
    case missingUser(claim: String)
    case malformedUser(claim: String)
    case missingClaim(TokenClaim)
    case malformedClaim(TokenClaim)
    case expired
    case notYetValid
    case wrongIssuer
    case wrongAudience

    package var description: String {
        switch self {
        case .empty: "the token is empty"
        case .tooLong(let limit): "the token is longer than \(limit) bytes"
        case .malformed: "the token is not a JWS in compact form"
        case .unsupportedAlgorithm: "the token's algorithm is not supported"
        case .unsupportedExtension: "the token demands an extension (`crit`)"
        case .unknownKey: "the token is signed with a key that the gateway does not have"
        case .unpublishedKey: "the token is signed with a key that its issuer does not publish"
        case .missingUser(let claim): "the token has no `\(claim)`, which names the user"
        case .malformedUser(let claim): "the token's `\(claim)` is not the name of a user"
        case .badSignature: "the token's signature is wrong"
        case .missingClaim(let claim): "the token has no `\(claim.rawValue)`"
        case .malformedClaim(let claim): "the token's `\(claim.rawValue)` is malformed"
        case .expired: "the token has expired"
        case .notYetValid: "the token is not valid yet"
        case .wrongIssuer: "the token's issuer is not one that the gateway takes"
        case .wrongAudience:
            "the token is not for this server; its `aud` must contain what the gateway is configured with"
        }
    }
}

/// The claims that are looked at: those of RFC 7519 §4.1, the application's number, and the channels that the user may read.
package enum TokenClaim: String, Sendable {
    case expiry = "exp"
    case notBefore = "nbf"
    case issuedAt = "iat"
    case issuer = "iss"
    case audience = "aud"
    case sdkAppID = "sdkAppId"
    case channels
}
