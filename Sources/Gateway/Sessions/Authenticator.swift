import ClientProtocol
import Domain
import EventLoop
import Security

/// Says who a token or a key stands for. One in each shard: checking a token uses memory of its own.
final class Authenticator {
    /// What a good token says.
    struct Identity {
        let user: UserID
        /// Seconds since 1970.
        let expiresAt: Int64
    }

    /// How long a session lasts that was opened without a token in the test mode.
    private static let testSessionSeconds: Int64 = 86_400

    private let credentials: Credentials
    private let verifier: TokenVerifier?

    init(_ credentials: Credentials) {
        self.credentials = credentials
        verifier = credentials.tokenKeys.map { TokenVerifier(keys: $0, policy: credentials.policy) }
    }

    /// R-Q09. `user` and `application` are what the client believes to be.
    func identify(token: String?, user: String?, application: Int?) throws(Refusal) -> Identity {
        if credentials.isTestMode, (token ?? "").isEmpty, let user { return try testIdentity(user) }
        let claims = try verify(token ?? "")
        let owner = try id(claims.subject, "the token's `sub`", key: "token")
        if let user, !user.isSpelled(like: owner.text) { throw Refusal(.identifierMismatch, keys: ["user"]) }
        if let wanted = credentials.application, claims.sdkAppID != wanted {
            throw Refusal(.applicationMismatch, keys: ["token"])
        }
        if let application, claims.sdkAppID != UInt64(application) {
            throw Refusal(.applicationMismatch, keys: ["sdkAppId"])
        }
        return Identity(user: owner, expiresAt: claims.expiresAt)
    }

    /// The name of an administrator's key; nil if it is nobody's.
    func adminKeyName(_ key: String) -> String? {
        var key = key
        return key.withUTF8 { credentials.adminKeys?.name(of: UnsafeRawBufferPointer($0)) }
    }

    private func testIdentity(_ user: String) throws(Refusal) -> Identity {
        return Identity(
            user: try id(user, "user", key: "user"), expiresAt: Clock.wall / 1_000 + Self.testSessionSeconds)
    }

    /// R-Q08: the refusal says what is wrong with a text that is no id.
    func id(_ text: String, _ name: String, key: String) throws(Refusal) -> UserID {
        do throws(UserIDRule.Fault) {
            return try credentials.userIDs.id(text)
        } catch {
            throw Refusal(.badIdentifier, "\(name) \(error)", keys: [key])
        }
    }

    private func verify(_ token: String) throws(Refusal) -> Claims {
        guard let verifier else { throw Refusal(token.isEmpty ? .signatureEmpty : .signatureBad, keys: ["token"]) }
        do {
            return try verifier.verify(token, now: Clock.wall / 1_000)
        } catch {
            throw Refusal(code(of: error), "\(error)", keys: ["token"])
        }
    }
}

private func code(of refusal: TokenRefusal) -> ErrorCode {
    switch refusal {
    case .empty: .signatureEmpty
    case .expired: .signatureExpired
    case .malformedClaim(.subject), .missingClaim(.subject): .badIdentifier
    case .tooLong, .malformed, .unsupportedAlgorithm, .unsupportedExtension, .unknownKey, .badSignature, .missingClaim,
        .malformedClaim, .notYetValid, .wrongIssuer, .wrongAudience:
        .signatureBad
    }
}
