/// The signatures of tokens that we take (RFC 7518 §3.1, RFC 8037 §3.1). `none` has no case, so that nothing can mean it.
package enum TokenAlgorithm: String, Sendable, CaseIterable {
    case hs256 = "HS256"
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
}
