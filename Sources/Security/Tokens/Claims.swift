import JSON

/// The claims of a good token.
package struct Claims: Sendable, Equatable {
    /// The user: the claim `sub`, or the one that the policy names.
    package let subject: String
    /// Seconds since 1970. The token is good before this second, and as much longer as the leeway allows.
    package let expiresAt: Int64
    package let issuedAt: Int64?
    package let sdkAppID: UInt64?
    /// The claim `channels`: ids of channels, and beginnings of ids that end in `*`.
    package let channels: [String]
    /// All the claims, as the JSON text that was signed.
    package let payload: [UInt8]
}

extension Claims {
    init(
        _ payload: [UInt8], policy: TokenPolicy, now: Int64, document: JSONDocument
    ) throws(TokenRefusal) {
        guard let claims = try? document.parse(payload, limits: tokenLimits), claims.kind == .object else {
            throw .malformed
        }
        if let issuer = policy.issuer, try claims.text(.issuer)?.isExactly(issuer) != true { throw .wrongIssuer }
        guard try claims.isMeant(for: policy.audience) else { throw .wrongAudience }
        guard let expiresAt = try claims.seconds(.expiry) else { throw .missingClaim(.expiry) }
        guard now - policy.leewaySeconds < expiresAt else { throw .expired }
        let issuedAt = try claims.seconds(.issuedAt)
        for start in [try claims.seconds(.notBefore), issuedAt] {
            if let start, start > now + policy.leewaySeconds { throw .notYetValid }
        }
        guard let user = claims.member(policy.userClaim) else { throw .missingUser(claim: policy.userClaim) }
        guard let subject = user.string, !subject.isEmpty else { throw .malformedUser(claim: policy.userClaim) }
        self.subject = subject
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        sdkAppID = try claims.number(.sdkAppID)
        channels = try claims.texts(.channels)
        self.payload = payload
    }
}

extension String {
    /// Names in tokens are compared code point by code point (RFC 7519 §2). `==` takes the é of one code point and the
    /// é of two for the same.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONValue {
    fileprivate func text(_ claim: TokenClaim) throws(TokenRefusal) -> String? {
        guard let value = member(claim.rawValue) else { return nil }
        guard let text = value.string else { throw .malformedClaim(claim) }
        return text
    }

    fileprivate func texts(_ claim: TokenClaim) throws(TokenRefusal) -> [String] {
        guard let value = member(claim.rawValue) else { return [] }
        guard let elements = value.elements, elements.count <= mostTexts else { throw .malformedClaim(claim) }
        return try elements.map { element throws(TokenRefusal) in
            guard let text = element.string else { throw .malformedClaim(claim) }
            return text
        }
    }

    fileprivate func number(_ claim: TokenClaim) throws(TokenRefusal) -> UInt64? {
        guard let value = member(claim.rawValue) else { return nil }
        guard let number = value.uint64 else { throw .malformedClaim(claim) }
        return number
    }

    /// RFC 7519 §2, NumericDate: seconds since 1970, perhaps with a fraction, which is cut off.
    fileprivate func seconds(_ claim: TokenClaim) throws(TokenRefusal) -> Int64? {
        guard let value = member(claim.rawValue) else { return nil }
        if let seconds = value.int64 { return seconds }
        guard let seconds = value.double, seconds.magnitude < 0x1p63 else { throw .malformedClaim(claim) }
        return Int64(seconds)
    }

    /// RFC 7519 §4.1.3: a token that names its audience is refused by everybody else, also by a server that has no name.
    fileprivate func isMeant(for server: String?) throws(TokenRefusal) -> Bool {
        guard let audience = member(TokenClaim.audience.rawValue) else { return server == nil }
        guard let server else { return false }
        if let name = audience.string { return name.isExactly(server) }
        guard let names = audience.elements else { throw .malformedClaim(.audience) }
        var isNamed = false
        for name in names {
            guard let name = name.string else { throw .malformedClaim(.audience) }
            if name.isExactly(server) { isNamed = true }
        }
        return isNamed
    }
}

/// In a claim that is a list.
private let mostTexts = 100
