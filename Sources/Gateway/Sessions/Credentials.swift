import Security
import Settings

/// Whom the gateway lets in: the keys of users' tokens and of administrators. Read from files, replaced as a whole.
struct Credentials: Sendable {
    /// Nil only in the test mode.
    let tokenKeys: KeySet?
    let policy: TokenPolicy
    let adminKeys: AdminKeys?
    /// The only `sdkAppId` that a token may have.
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
        application = settings.sdkAppId.map(UInt64.init)
        isTestMode = settings.testMode
    }
}

/// The keys of a key file; nil if none is configured.
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
