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
        "new-key-file", "FILE", "Instead: creates a key file with a new secret, which only you can read.")

    static let token = Command(
        "token", "Prints a token for a user, such as your backend gives to its clients, or creates a key file.",
        flags: [keyFile, user, ttl, sdkAppID, issuer, audience, keyID, newKeyFile]
    ) { invocation in
        switch (invocation[newKeyFile], invocation[keyFile], invocation[user]) {
        case (let path?, nil, nil): try makeKeyFile(path, invocation)
        case (nil, let path?, let user?): say(try sign(user, keysAt: path, invocation) + "\n")
        default: throw UsageError(reason: "give --key-file and --user, or only --new-key-file")
        }
        return ExitCode.success
    }

    private static func makeKeyFile(_ path: String, _ invocation: Invocation) throws(CommandFailure) {
        let today = String(WallTime.now.description.prefix(10))
        do {
            try File.createSecret(path, KeyFile.make(id: invocation[keyID] ?? today))
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
