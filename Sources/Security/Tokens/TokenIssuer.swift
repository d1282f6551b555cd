import JSON

/// Makes tokens for users, as an application's own backend does.
package struct TokenIssuer: Sendable {
    private let signer: TokenSigner
    /// In seconds.
    package var lifetime = 3_600
    package var sdkAppID: Int?
    package var issuer: String?
    package var audience: String?

    package init(_ signer: TokenSigner) {
        self.signer = signer
    }

    /// `now`: in seconds since 1970.
    package func token(for user: String, now: Int) -> String {
        signer.sign { claims in
            claims.field("sub", user)
            claims.field("iat", now)
            claims.field("exp", now + lifetime)
            if let sdkAppID { claims.field("sdkAppId", sdkAppID) }
            if let issuer { claims.field("iss", issuer) }
            if let audience { claims.field("aud", audience) }
        }
    }
}
