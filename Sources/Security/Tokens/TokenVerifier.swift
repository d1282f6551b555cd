import JSON

/// The requirements on a token beside its signature.
package struct TokenPolicy: Sendable {
    /// How far the clocks of issuer and server may differ.
    package let leewaySeconds: Int64
    package let issuer: String?
    package let audience: String?
    package let maximumBytes: Int

    package init(leewaySeconds: Int64 = 30, issuer: String? = nil, audience: String? = nil, maximumBytes: Int = 8192) {
        precondition(leewaySeconds >= 0 && maximumBytes > 0, "a leeway of \(leewaySeconds) s, \(maximumBytes) bytes")
        self.leewaySeconds = leewaySeconds
        self.issuer = issuer
        self.audience = audience
        self.maximumBytes = maximumBytes
    }
}

/// Tells whose token it is, or why it is not accepted. Each shard has its own, for the memory that it reads
/// with, and makes another when the keys have changed.
package final class TokenVerifier {
    private let keys: KeySet
    private let policy: TokenPolicy
    private let document = JSONDocument()

    package init(keys: KeySet, policy: TokenPolicy = TokenPolicy()) {
        self.keys = keys
        self.policy = policy
    }

    /// `now` in seconds since 1970.
    package func verify(_ token: UnsafeRawBufferPointer, now: Int64) throws(TokenRefusal) -> Claims {
        if token.isEmpty { throw .empty }
        guard token.count <= policy.maximumBytes else { throw .tooLong(limit: policy.maximumBytes) }
        let signed = try SignedToken(token, keys: keys, document: document)
        return try Claims(signed.payload, policy: policy, now: now, document: document)
    }

    package func verify(_ token: String, now: Int64) throws(TokenRefusal) -> Claims {
        try Array(token.utf8).withUnsafeBufferPointer { token throws(TokenRefusal) in
            try verify(UnsafeRawBufferPointer(token), now: now)
        }
    }
}
