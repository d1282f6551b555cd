import Domain
import Security
import Settings

/// Whom the gateway lets in: the keys of users' tokens and of administrators. Read from files, replaced as a whole.
struct Credentials: Sendable {
    /// Nil only in the test mode.
    let tokenKeys: KeySet?
    let policy: TokenPolicy
    let adminKeys: AdminKeys?
    let userIDs: UserIDRule
    /// What a token's `sdkAppId` must be.
    let application: UInt64?
    let isTestMode: Bool

    init(_ settings: Configuration.Auth) throws(ConfigurationError) {
        tokenKeys = try readKeys("auth.keysFile", settings.keysFile) { bytes throws(KeyFileError) in
            try KeySet(bytes)
        }
        adminKeys = try readKeys("auth.adminKeysFile", settings.adminKeysFile) { bytes throws(KeyFileError) in
            try AdminKeys(bytes)
        }
        policy = TokenPolicy(
            leewaySeconds: Int64(settings.leewaySeconds), issuer: settings.issuer, audience: settings.audience,
            maximumBytes: settings.tokenBytes)
        userIDs = settings.userIDs
        application = settings.sdkAppId.map(UInt64.init)
        isTestMode = settings.testMode
    }
}

extension Configuration.Auth {
    var userIDs: UserIDRule { UserIDRule(bytes: userIdBytes, isASCII: userIdAscii) }
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
