import Commands
import Domain
import JSON
import Security
import Settings
import Telemetry

extension Command {
    static let keyFile = Flag("key-file", "FILE", "The key file whose first secret signs the token.")
    static let keyID = Flag("key-id", "NAME", "The name of the key to sign with, or of the new key.")
    private static let user = Flag("user", "ID", "The token's user.")
    private static let ttl = Flag("ttl", "SECONDS", "How long the token is valid; default one hour.")
    private static let sdkAppID = Flag("sdk-app-id", "NUMBER", "The token's `sdkAppId`, for a gateway that checks it.")
    private static let issuer = Flag("issuer", "TEXT", "The token's `iss`, for a gateway that checks it.")
    private static let audience = Flag("audience", "TEXT", "The token's `aud`, for a gateway that checks it.")
    private static let newKeyFile = Flag(
        "new-key-file", "FILE", "Instead: creates a file with a new key for users' tokens (auth.keysFile).")
    private static let newAdminKeyFile = Flag(
        "new-admin-key-file", "FILE", "Instead: creates a file with a new admin key (auth.adminKeysFile).")
    private static let newWebhookSecret = Flag(
        "new-webhook-secret", "FILE", "Instead: creates a file with a new secret for webhooks or hooks (secretFile).")

    static let token = Command(
        "token", "Prints a token for a user, such as your backend gives to its clients, or creates files of keys.",
        flags: [
            keyFile, user, ttl, sdkAppID, issuer, audience, keyID, newKeyFile, newAdminKeyFile, newWebhookSecret,
        ],
        notes: """
            A new file can be read by its owner alone, and one that exists stays as it is. A file that root creates gets the
            owner and the group of its folder; if the folder is root's, the group may read it.

            """
    ) { invocation in
        let newFiles = newFiles(invocation)
        switch (invocation[keyFile], invocation[user]) {
        case (nil, nil) where !newFiles.isEmpty: for (path, contents) in newFiles { try create(path, contents) }
        case (let path?, let user?) where newFiles.isEmpty: say(try sign(user, keysAt: path, invocation) + "\n")
        default: throw UsageError(reason: "give --key-file and --user, or only files to create")
        }
        return ExitCode.success
    }

    private static func newFiles(_ invocation: Invocation) -> [(path: String, contents: String)] {
        let name = invocation[keyID]
        return [
            (invocation[newKeyFile], KeyFile.make(id: name ?? today)),
            (invocation[newAdminKeyFile], newAdminFile(name ?? firstAdmin)),
            (invocation[newWebhookSecret], WebhookSecrets.make()),
        ].compactMap { path, contents in path.map { ($0, contents) } }
    }

    /// The name of a new key for tokens.
    static var today: String { String(WallTime.now.description.prefix(10)) }

    /// The name of the first admin key that a way to run the gateway makes.
    static let firstAdmin = "admin"

    static func newAdminFile(_ name: String) -> String { AdminKeyFile([AdminKeyFile.Entry(name: name)]).text }

    static func create(_ path: String, _ contents: String) throws(CommandFailure) {
        do {
            try File.createSecret(path, contents)
        } catch {
            throw CommandFailure(reason: error.description, exitCode: ExitCode.cannotCreate)
        }
    }

    static func sign(_ user: String, keysAt path: String, _ invocation: Invocation) throws -> String {
        if let fault = UserIDRule.widest.fault(of: user) { throw UsageError(reason: "--user \(fault)") }
        let lifetime = try invocation.integer(ttl, in: 1...315_360_000) ?? 3600
        let application = try invocation.integer(sdkAppID, in: 1...4_294_967_295)
        var tokens = TokenIssuer(try signer(path, id: invocation[keyID]))
        (tokens.lifetime, tokens.sdkAppID) = (lifetime, application)
        (tokens.issuer, tokens.audience) = (invocation[issuer], invocation[audience])
        return tokens.token(for: user, now: WallTime.now.milliseconds / 1000)
    }

    private static func signer(_ path: String, id: String?) throws -> TokenSigner {
        let bytes = try File.readSecret(path)
        let keys: KeySet
        do {
            keys = try KeySet(bytes)
        } catch {
            throw CommandFailure(reason: "the key file \(path) \(error)", exitCode: ExitCode.configuration)
        }
        guard let signer = keys.signer(id: id) else {
            let wanted = id.map { "no secret named \($0)" } ?? "no secret, only public keys, which cannot sign"
            throw CommandFailure(reason: "the key file \(path) has \(wanted)", exitCode: ExitCode.configuration)
        }
        return signer
    }
}
