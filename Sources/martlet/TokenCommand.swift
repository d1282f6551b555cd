import EventLoop
import JSON
import Security
import Settings

extension Flag {
    fileprivate static let keyFile = Flag("key-file", "FILE", "The key file whose secret signs the token.")
    fileprivate static let keyID = Flag("key-id", "KID", "Which of its secrets; the first unless given.")
    fileprivate static let user = Flag("user", "USER", "The user id.")
    fileprivate static let lifetime = Flag("ttl", "SECONDS", "How long the token is good; 3600 unless given.")
    fileprivate static let application = Flag("sdk-app-id", "N", "The token's `sdkAppId`.")
    fileprivate static let newKeyFile = Flag(
        "new-key-file", "FILE", "Instead: makes a key file with one new secret, readable by its owner alone.")
}

extension Command {
    static let token = Command(
        "token", "Prints a token for a user, or makes a key file.",
        flags: [.keyFile, .keyID, .user, .lifetime, .application, .newKeyFile]
    ) { invocation in
        if let path = invocation[.newKeyFile] {
            return try makeKeyFile(path)
        }
        guard let path = invocation[.keyFile], let user = invocation[.user] else {
            throw UsageError(reason: "give --key-file and --user, or --new-key-file")
        }
        let lifetime = try invocation.integer(.lifetime, in: 1...315_360_000) ?? 3600
        let application = try invocation.integer(.application, in: 1...4_294_967_295)
        let signer = try signer(path, id: invocation[.keyID])
        let now = Clock.wall / 1_000
        let token = signer.sign { json in
            json.field("sub", user)
            json.field("iat", now)
            json.field("exp", now + Int64(lifetime))
            if let application { json.field("sdkAppId", application) }
        }
        say("\(token)\n")
        return ExitCode.success
    }
}

private func signer(_ path: String, id: String?) throws -> TokenSigner {
    let keys: KeySet
    do {
        keys = try KeySet(try File.readSecret(path))
    } catch let error as KeyFileError {
        throw CommandFailure(reason: "the file \(path) \(error)", exitCode: ExitCode.configuration)
    }
    guard let signer = keys.signer(id: id) else {
        throw CommandFailure(
            reason: "the file \(path) has no secret\(id.map { " named \($0)" } ?? "") to sign with",
            exitCode: ExitCode.configuration)
    }
    return signer
}

private func makeKeyFile(_ path: String) throws -> Int32 {
    do throws(FileError) {
        try File.createSecret(path, KeyFile.make(id: "first"))
    } catch {
        throw CommandFailure(reason: "\(error)", exitCode: ExitCode.cannotCreate)
    }
    return ExitCode.success
}
