import JSON

/// The requirements on a token beside its signature.
package struct TokenPolicy: Sendable {
    /// How far the clocks of issuer and server may differ.
    package let leewaySeconds: Int64
    package let issuer: String?
    package let audience: String?
    package let maximumBytes: Int
    /// The claim that names the user.
    package let userClaim: String

    package init(
        leewaySeconds: Int64 = 30, issuer: String? = nil, audience: String? = nil, maximumBytes: Int = 8192,
        userClaim: String = "sub"
    ) {
        precondition(leewaySeconds >= 0 && maximumBytes > 0, "a leeway of \(leewaySeconds) s, \(maximumBytes) bytes")
        self.leewaySeconds = leewaySeconds
        self.issuer = issuer
        self.audience = audience
        self.maximumBytes = maximumBytes
        self.userClaim = userClaim
    }

    /// The same for the tokens of another issuer.
    fileprivate func of(_ issuer: PublishedIssuer) -> TokenPolicy {
        TokenPolicy(
            leewaySeconds: leewaySeconds, issuer: issuer.name, audience: issuer.audience, maximumBytes: maximumBytes,
            userClaim: userClaim)
    }
}

/// Tells whose token it is, or why it is not accepted. Each shard has its own, for the memory that it reads
/// with, and makes another when the keys have changed.
package final class TokenVerifier {
    private let keys: KeySet?
    private let policy: TokenPolicy
    private let issuers: [PublishedIssuer]
    private let document = JSONDocument()

    /// `keys` are the server's own; each of the `issuers` has its keys for itself.
    package init(keys: KeySet?, policy: TokenPolicy = TokenPolicy(), issuers: [PublishedIssuer] = []) {
        self.keys = keys
        self.policy = policy
        self.issuers = issuers
    }

    /// `now` in seconds since 1970.
    package func verify(_ token: UnsafeRawBufferPointer, now: Int64) throws(TokenRefusal) -> Claims {
        if token.isEmpty { throw .empty }
        guard token.count <= policy.maximumBytes else { throw .tooLong(limit: policy.maximumBytes) }
        guard let issuer = issuer(of: token) else { return try verify(token, with: keys, policy, now: now) }
        do throws(TokenRefusal) {
            return try verify(token, with: issuer.keys, policy.of(issuer), now: now)
        } catch {
            guard error == .unknownKey else { throw error }
        }
        // The issuer may have a key in the server's own file as well.
        do throws(TokenRefusal) {
            return try verify(token, with: keys, policy, now: now)
        } catch {
            throw error == .unknownKey || error == .badSignature ? .unpublishedKey(issuer: issuer.name) : error
        }
    }

    package func verify(_ token: String, now: Int64) throws(TokenRefusal) -> Claims {
        try Array(token.utf8).withUnsafeBufferPointer { token throws(TokenRefusal) in
            try verify(UnsafeRawBufferPointer(token), now: now)
        }
    }

    private func verify(
        _ token: UnsafeRawBufferPointer, with keys: KeySet?, _ policy: TokenPolicy, now: Int64
    ) throws(TokenRefusal) -> Claims {
        let signed = try SignedToken(token, keys: keys ?? .none, document: document)
        return try Claims(signed.payload, policy: policy, now: now, document: document)
    }

    /// The issuer whose keys are tried. The token is not believed in this: only that issuer's keys can make it good.
    private func issuer(of token: UnsafeRawBufferPointer) -> PublishedIssuer? {
        if issuers.isEmpty { return nil }
        guard let name = SignedToken.issuer(of: token, document: document) else { return nil }
        return issuers.first { $0.name.isExactly(name) }
    }
}
