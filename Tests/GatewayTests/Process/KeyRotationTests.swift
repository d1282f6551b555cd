import Bytes
import Client
import Glibc
import JSON
import Security
import Testing

/// Keys of every algorithm, and how they come and go while the gateway runs.
@Suite(.alone("A process's life, files, log and command lines.")) struct KeyRotationTests {
    @Test(arguments: TokenAlgorithm.allCases)
    func `R-Q09: tokens of every algorithm are taken`(_ algorithm: TokenAlgorithm) throws {
        let workspace = try Workspace()
        let (signer, entry) = try keyPair(algorithm, in: workspace)
        try workspace.write("pair.json", Keys.file(entry))
        try withGateway(["auth.keysFile": #""pair.json""#], workspace: workspace) { gateway in
            let ok = try gateway.guest().open(token: signer.token("anna")).get()
            #expect(ok["user"]?.string == "anna")
            let expired = try gateway.guest().open(token: signer.token("anna", expiresIn: -1))
            #expect(expired.code == "tim 6206 signatureExpired")
        }
    }

    @Test func `R-Q09: a public key cannot be taken for a secret`() throws {
        let workspace = try Workspace()
        let (_, entry) = try keyPair(.rs256, in: workspace)
        try workspace.write("pair.json", Keys.file(entry))
        let pem = try workspace.read("RS256.public.pem")
        try withGateway(["auth.keysFile": #""pair.json""#], workspace: workspace) { gateway in
            for secret in [Array(pem.utf8), Array(pem.utf8.dropLast())] {
                let forged = TokenSigner(secret: secret, id: "RS256").token("anna")
                let reply = try gateway.guest().open(token: forged)
                #expect(reply.code == "tim 70003 signatureBad")
            }
        }
    }

    @Test func `several keys are good at the same time, found by kid or by trying`() throws {
        let workspace = try Workspace()
        let (old, new, nameless) = (Keys(id: "old"), Keys(id: "new"), Keys())
        try workspace.write("several.json", Keys.file(old.entry, new.entry, nameless.entry))
        try withGateway(["auth.keysFile": #""several.json""#], workspace: workspace) { gateway in
            let unnamed = TokenSigner(secret: new.secret)
            for signer in [old.signer, new.signer, nameless.signer, unnamed] {
                let reply = try gateway.guest().open(token: signer.token("anna"))
                #expect(reply.error == nil)
            }
            let misnamed = TokenSigner(secret: new.secret, id: "old")
            let reply = try gateway.guest().open(token: misnamed.token("anna"))
            #expect(reply.code == "tim 70003 signatureBad")
        }
    }

    @Test func `SIGHUP takes new keys and lets go of old ones, and live sessions stay`() throws {
        let workspace = try Workspace()
        let (old, new) = (Keys(id: "old"), Keys(id: "new"))
        try workspace.write("turning.json", Keys.file(old.entry))
        try withGateway(["auth.keysFile": #""turning.json""#], workspace: workspace) { gateway in
            let session = try gateway.guest()
            _ = try session.open(token: old.token("anna")).get()
            #expect(try gateway.guest().open(token: new.token("bert")).code == "tim 70003 signatureBad")

            try workspace.write("turning.json", Keys.file(new.entry))
            try gateway.reload()
            // The shards take the new keys with their next envelope.
            try until("the new key is good") { try gateway.guest().open(token: new.token("bert")).error == nil }
            try until("the old key is not") {
                try gateway.guest().open(token: old.token("carl")).code == "tim 70003 signatureBad"
            }
            #expect(try session.devices() == ["d1"])
            #expect(try session.request("session.refresh", #"{"token": "\#(old.token("anna"))"}"#).error != nil)
            #expect(try session.request("session.refresh", #"{"token": "\#(new.token("anna"))"}"#).error == nil)
        }
    }

    @Test func `a key file that cannot be read leaves the former keys in force and is logged`() throws {
        let workspace = try Workspace()
        let keys = Keys()
        try workspace.write("turning.json", Keys.file(keys.entry))
        try withGateway(["auth.keysFile": #""turning.json""#], workspace: workspace) { gateway in
            try workspace.write("turning.json", "nonsense")
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys not reloaded")
            #expect(try gateway.guest().open(token: keys.token("anna")).error == nil)
        }
    }

    @Test func `a FIFO in the place of a key file or a certificate is not waited for`() throws {
        let workspace = try Workspace()
        let keys = Keys()
        let certificate = try OpenSSL.certificate("first", in: workspace)
        try workspace.write("turning.json", Keys.file(keys.entry))
        let settings = ["auth.keysFile": #""turning.json""#, "tls.certificates": "[\(certificate)]"]
        try withGateway(settings, workspace: workspace) { gateway in
            for file in ["turning.json", "first.crt"] {
                unlink(workspace(file))
                try #require(mkfifo(workspace(file), 0o600) == 0)
            }
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys not reloaded")
            try gateway.waitForLog("certificates not reloaded")
            for line in try gateway.logged("keys not reloaded") + gateway.logged("certificates not reloaded") {
                #expect(line["reason"]?.string?.contains("is not a regular file") == true)
            }
            #expect(try gateway.guest().open(token: keys.token("anna")).error == nil)
            // The thread that reads them takes the signals as well.
            try gateway.stop()
        }
    }
}

extension GatewayProcess {
    /// Has the keys read again.
    fileprivate func reload() throws {
        process.signal(SIGHUP)
        try waitForLog("keys reloaded")
    }
}

/// A fresh key of that algorithm: what signs with it, and its entry for a key file.
private func keyPair(
    _ algorithm: TokenAlgorithm, in workspace: Workspace
) throws -> (signer: TokenSigner, entry: String) {
    let name = algorithm.rawValue
    let kind: [String]
    switch algorithm {
    case .hs256:
        let keys = Keys(id: name)
        return (keys.signer, keys.entry)
    case .rs256: kind = ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    case .es256: kind = ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    case .edDSA: kind = ["ED25519"]
    }
    let privateFile = workspace("\(name).private.pem")
    try OpenSSL.run(["genpkey", "-out", privateFile, "-algorithm"] + kind, in: workspace)
    try OpenSSL.run(["pkey", "-in", privateFile, "-pubout", "-out", workspace("\(name).public.pem")], in: workspace)
    let signer = try TokenSigner(privateKey: try workspace.read("\(name).private.pem"), algorithm, id: name)
    let pem = try workspace.read("\(name).public.pem").split(separator: "\n").joined(separator: #"\n"#)
    return (signer, #"{"kid": "\#(name)", "alg": "\#(name)", "pem": "\#(pem)"}"#)
}
