import ClientProtocol
import Domain
import EventLoop
import Security
import Settings

/// Whom the gateway lets in: the keys of users' tokens and of administrators. Read from files, replaced as a whole.
struct Credentials: Sendable {
    /// What a good token says.
    struct Identity {
        let user: UserID
        /// Seconds since 1970.
        let expiresAt: Int64
    }

    /// How long a session lasts that was opened without a token in the test mode.
    private static let testSessionSeconds: Int64 = 86_400

    /// Nil only in the test mode.
    private let verifier: TokenVerifier?
    private let adminKeys: AdminKeys?
    private let sdkAppID: UInt64?
    private let isTestMode: Bool

    init(_ settings: Configuration.Auth) throws(ConfigurationError) {
        let policy = TokenPolicy(
            leewaySeconds: Int64(settings.leewaySeconds), issuer: settings.issuer, audience: settings.audience,
            tokenBytes: settings.tokenBytes)
        verifier = try readKeys("auth.keysFile", settings.keysFile) { bytes throws(KeyFileError) in
            TokenVerifier(keys: try KeySet(bytes), policy: policy)
        }
        adminKeys = try readKeys("auth.adminKeysFile", settings.adminKeysFile) { bytes throws(KeyFileError) in
            try AdminKeys(bytes)
        }
        sdkAppID = settings.sdkAppId.map(UInt64.init)
        isTestMode = settings.testMode
    }

    /// R-Q09. `user` and `application` are what the client believes to be.
    func identify(token: String?, user: String?, application: Int?) throws(Refusal) -> Identity {
        if isTestMode, (token ?? "").isEmpty, let user { return try testIdentity(user) }
        let claims = try verify(token ?? "")
        guard let owner = UserID(claims.subject) else { throw Refusal(.badIdentifier, keys: ["token"]) }
        if let user, user != owner.text { throw Refusal(.identifierMismatch, keys: ["user"]) }
        if let wanted = application.map(UInt64.init) ?? sdkAppID, (claims.sdkAppID ?? sdkAppID) != wanted {
            throw Refusal(.applicationMismatch, keys: ["sdkAppId"])
        }
        if let sdkAppID, claims.sdkAppID != sdkAppID { throw Refusal(.applicationMismatch, keys: ["token"]) }
        return Identity(user: owner, expiresAt: claims.expiresAt)
    }

    /// The name of an administrator's key; nil if it is nobody's.
    func adminKeyName(_ key: String) -> String? {
        var key = key
        return key.withUTF8 { adminKeys?.name(of: UnsafeRawBufferPointer($0)) }
    }

    private func testIdentity(_ user: String) throws(Refusal) -> Identity {
        guard let user = UserID(user) else { throw Refusal(.badIdentifier, keys: ["user"]) }
        return Identity(user: user, expiresAt: Clock.wall / 1_000 + Self.testSessionSeconds)
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

/// What a key file holds; nil if none is configured.
private func readKeys<Keys>(
    _ setting: String, _ path: String?, _ read: ([UInt8]) throws(KeyFileError) -> Keys
) throws(ConfigurationError) -> Keys? {
    guard let path else { return nil }
    let problem: String
    do throws(FileError) {
        let bytes = try File.readSecret(path)
        do throws(KeyFileError) {
            return try read(bytes)
        } catch {
            problem = "the file \(path) \(error)"
        }
    } catch {
        problem = "the file \(error)"
    }
    throw ConfigurationError(problems: [Problem(place: setting, message: problem)])
}
