import Curl
import Domain
import Security
import Settings

/// The keys of users' tokens and of administrators. Read from files, replaced as a whole.
struct Credentials: Sendable {
    /// Of the key file, if there is one.
    let tokenKeys: KeySet?
    /// Those whose keys are in files have them already.
    let issuers: [PublishedIssuer]
    private let policy: TokenPolicy
    var userClaim: String { policy.userClaim }
    let adminKeys: AdminKeys?
    /// By the key's name.
    private let adminAccess: [String: AdminAccess]
    let userIDs: UserIDRule
    /// The only `sdkAppId` that a token may have.
    let application: UInt64?
    let isTestMode: Bool

    init(_ settings: Configuration.Auth) throws(ConfigurationError) {
        tokenKeys = try readKeys("auth.keysFile", settings.keysFile) { bytes throws(KeyFileError) in
            try KeySet(bytes)
        }
        issuers = try settings.publishedIssuers()
        adminKeys = try readKeys("auth.adminKeysFile", settings.adminKeysFile) { bytes throws(KeyFileError) in
            try AdminKeys(bytes)
        }
        adminAccess = try accesses(adminKeys)
        policy = TokenPolicy(
            leewaySeconds: Int64(settings.leewaySeconds), issuer: settings.issuer, audience: settings.audience,
            maximumBytes: settings.tokenBytes, userClaim: settings.userClaim)
        userIDs = settings.userIDs
        application = settings.sdkAppId.map(UInt64.init)
        isTestMode = settings.testMode
    }

    /// The rights of an administrator's key; nil if it is nobody's.
    func adminAccess(_ key: UnsafeRawBufferPointer) -> AdminAccess? {
        adminKeys?.name(of: key).flatMap { adminAccess[$0] }
    }

    /// `fetched`: the keys that have been fetched, by issuer. Nil where nobody signs tokens, as in the test mode.
    func verifier(_ fetched: [String: KeySet]) -> TokenVerifier? {
        if tokenKeys == nil, issuers.isEmpty { return nil }
        let issuers = issuers.map { issuer in
            PublishedIssuer(
                name: issuer.name, audience: issuer.audience, keys: issuer.keys ?? fetched[issuer.name])
        }
        return TokenVerifier(keys: tokenKeys, policy: policy, issuers: issuers)
    }
}

private func accesses(_ keys: AdminKeys?) throws(ConfigurationError) -> [String: AdminAccess] {
    var accesses: [String: AdminAccess] = [:]
    for key in keys?.keys ?? [] {
        do throws(AdminAccess.Fault) {
            accesses[key.name] = try AdminAccess(key)
        } catch {
            throw ConfigurationError(
                problems: [Problem(place: "auth.adminKeysFile", message: "the key \(key.name) \(error)")])
        }
    }
    return accesses
}

extension Configuration.Auth {
    var userIDs: UserIDRule { UserIDRule(bytes: userIdBytes, isASCII: userIdAscii) }
}

extension Configuration.Auth {
    fileprivate func publishedIssuers() throws(ConfigurationError) -> [PublishedIssuer] {
        if let file = jwksAuthorities { try requireCertificates("auth.jwksAuthorities", file) }
        var issuers: [PublishedIssuer] = []
        for keys in jwks {
            var known: KeySet?
            switch keys.source {
            case .url(let url):
                if ParsedURL(url) == nil {
                    throw ConfigurationError(
                        problems: [Problem(place: "auth.jwks", message: "\(url) is not a URL to fetch keys from")])
                }
            case .file(let path):
                known = try readKeys("auth.jwks", path, isSecret: false) { bytes throws(KeyFileError) in
                    try KeySet(jwks: bytes)
                }
            }
            issuers.append(PublishedIssuer(name: keys.issuer, audience: keys.audience, keys: known))
        }
        return issuers
    }
}

/// The keys of a key file; nil if none is configured.
private func readKeys<Keys>(
    _ setting: String, _ path: String?, isSecret: Bool = true, _ read: ([UInt8]) throws(KeyFileError) -> Keys
) throws(ConfigurationError) -> Keys? {
    guard let path else { return nil }
    let problem: String
    do throws(FileError) {
        let bytes = try isSecret ? File.readSecret(path) : File.read(path)
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

private func requireCertificates(_ setting: String, _ path: String) throws(ConfigurationError) {
    let problem: String
    do throws(FileError) {
        if holdsCertificate(String(decoding: try File.read(path), as: UTF8.self)) { return }
        problem = "the file \(path) holds no certificate in PEM"
    } catch {
        problem = "the file \(error)"
    }
    throw ConfigurationError(problems: [Problem(place: setting, message: problem)])
}
