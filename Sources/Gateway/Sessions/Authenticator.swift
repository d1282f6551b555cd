import ClientProtocol
import Domain
import Security
import Settings

/// Says who a token or a key stands for. One in each shard: checking a token uses memory of its own.
final class Authenticator {
    enum Answer {
        case known(Identity)
        /// The token is of that issuer, whose keys are being fetched. When they have come, it can be asked again.
        case awaitsKeys(of: String)
    }

    /// The claims of a good token.
    struct Identity {
        let user: UserID
        /// Seconds since 1970.
        let expiresAt: Seconds
        /// When the token was issued, in seconds since 1970; nil: the token does not say.
        let issuedAt: Seconds?
        /// The channels that the token names (F-03).
        var claim = ChannelClaim.none
        /// The JSON text of all claims; empty: they are not kept.
        var claims: [UInt8] = []
    }

    /// How long a session lasts that was opened without a token in the test mode.
    private static let testSession: Seconds = 86_400

    private let credentials: Credentials
    private let issuerKeys: IssuerKeys
    private let configuration: Configuration
    private let verifier: TokenVerifier?
    /// Good tokens that came without more, since they come again and again. Those of other keys go with this object.
    private var known = KnownTokens()

    /// With the keys that have been fetched until now.
    init(_ credentials: Credentials, _ issuerKeys: IssuerKeys, _ configuration: Configuration) {
        self.credentials = credentials
        self.issuerKeys = issuerKeys
        self.configuration = configuration
        verifier = credentials.verifier(issuerKeys.keys)
    }

    /// The same with the keys that have been fetched until now.
    var renewed: Authenticator { Authenticator(credentials, issuerKeys, configuration) }

    /// By the gateway's clock.
    private var now: Seconds { configuration.now.time.seconds }

    /// R-Q09, for a token that comes alone.
    func identify(_ token: ArraySlice<UInt8>) throws(Refusal) -> Answer {
        if let identity = known[token], now < identity.expiresAt { return .known(identity) }
        let answer = try identify(token: String(decoding: token, as: UTF8.self), user: nil, application: nil)
        if case .known(let identity) = answer {
            known[token] = Identity(
                user: identity.user, expiresAt: identity.expiresAt, issuedAt: identity.issuedAt, claim: identity.claim)
        }
        return answer
    }

    /// R-Q09. `user` and `application` are what the client believes to be.
    func identify(token: String?, user: String?, application: Int?) throws(Refusal) -> Answer {
        if credentials.isTestMode, (token ?? "").isEmpty, let user { return .known(try testIdentity(user)) }
        let claims: Claims
        switch try verify(token ?? "") {
        case .success(let good): claims = good
        case .failure(let wanted): return .awaitsKeys(of: wanted.issuer)
        }
        let owner = try id(claims.subject, "the token's `\(credentials.userClaim)`", key: "token")
        if let user, !user.isSpelled(like: owner.text) { throw Refusal(.identifierMismatch, keys: ["user"]) }
        if let wanted = credentials.application, claims.sdkAppID != wanted {
            throw Refusal(.applicationMismatch, keys: ["token"])
        }
        if let application, claims.sdkAppID != UInt64(application) {
            throw Refusal(.applicationMismatch, keys: ["sdkAppId"])
        }
        return .known(
            Identity(
                user: owner, expiresAt: Seconds(claims.expiresAt), issuedAt: claims.issuedAt.map { Seconds($0) },
                claim: ChannelClaim(claims.channels), claims: claims.payload))
    }

    var hasAdminKeys: Bool { credentials.adminKeys != nil }

    /// The rights of an administrator's key; nil if it is nobody's.
    func adminAccess(_ key: String) -> AdminAccess? {
        var key = key
        return key.withUTF8 { credentials.adminAccess(UnsafeRawBufferPointer($0)) }
    }

    /// There is no token that could have been revoked.
    private func testIdentity(_ user: String) throws(Refusal) -> Identity {
        Identity(
            user: try id(user, "user", key: "user"), expiresAt: now + Self.testSession,
            issuedAt: .max)
    }

    /// R-Q08: the refusal says what is wrong with a text that is no id.
    func id(_ text: String, _ name: String, key: String) throws(Refusal) -> UserID {
        do throws(UserIDRule.Fault) {
            return try credentials.userIDs.id(text)
        } catch {
            throw Refusal(.badIdentifier, "\(name) \(error)", keys: [key])
        }
    }

    private struct KeysWanted: Error {
        let issuer: String
    }

    private func verify(_ token: String) throws(Refusal) -> Result<Claims, KeysWanted> {
        guard let verifier else { throw Refusal(token.isEmpty ? .signatureEmpty : .signatureBad, keys: ["token"]) }
        do {
            return .success(try verifier.verify(token, now: now.rawValue))
        } catch {
            if case .unpublishedKey(let issuer) = error {
                switch issuerKeys.want(issuer) {
                case .coming: return .failure(KeysWanted(issuer: issuer))
                case .failing:
                    throw Refusal(
                        .unavailable, "the keys of the token's issuer cannot be fetched now", keys: ["token"])
                case .known: break
                }
            }
            throw Refusal(code(of: error), "\(error)", keys: ["token"])
        }
    }
}

private func code(of refusal: TokenRefusal) -> ErrorCode {
    switch refusal {
    case .empty: .signatureEmpty
    case .expired: .signatureExpired
    case .malformedUser, .missingUser: .badIdentifier
    case .tooLong, .malformed, .unsupportedAlgorithm, .unsupportedExtension, .unknownKey, .unpublishedKey,
        .badSignature, .missingClaim, .malformedClaim, .notYetValid, .wrongIssuer, .wrongAudience:
        .signatureBad
    }
}
