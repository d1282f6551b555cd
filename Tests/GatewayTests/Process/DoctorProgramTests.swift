import Client
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// `martlet doctor`, with faults that were planted.
@Suite(.alone("A process's life, files, log and command lines.")) struct DoctorProgramTests {
    private struct Told {
        let end: ChildProcess.End
        let findings: [JSONValue]

        func has(_ weight: String, _ about: String, _ text: String) -> Bool {
            findings.contains { finding in
                finding["weight"]?.string == weight
                    && (about.isEmpty || finding["about"]?.string?.contains(about) == true)
                    && finding["finding"]?.string?.contains(text) == true
            }
        }
    }

    private func doctor(
        _ workspace: Workspace, _ settings: [String: String], launcher: [String] = []
    ) throws -> Told {
        try workspace.write("martlet.json5", GatewayProcess.text(of: settings))
        let place = try Workspace()
        let process = try Martlet.start(
            ["doctor", "--json", "--config", workspace("martlet.json5")], launcher: launcher, in: place)
        defer { process.kill() }
        let end = try process.wait()
        let output = try JSONDocument().parse(try place.read("output"))
        return Told(end: end, findings: try #require(output["findings"]?.elements.map { Array($0) }))
    }

    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        return workspace
    }

    private let sound = ["auth.keysFile": #""keys.json""#, "admin.listen": #""./nowhere.sock""#]

    @Test(arguments: [S3Server.secret, "other"])
    func `the bucket of media is asked whether it lets the gateway in`(secret: String) throws {
        let (workspace, server) = (try workspace(), try S3Server.shared(.swift))
        try workspace.write(
            "s3.json", #"{"accessKeyID": "\#(S3Server.keyID)", "secretAccessKey": "\#(secret)"}"#, mode: 0o600)
        let told = try doctor(
            workspace,
            sound.merging([
                "media.store": #""s3""#, "s3.endpoint": "\"\(server.endpoint)\"", "s3.bucket": "\"\(S3Server.bucket)\"",
                "s3.keyFile": #""s3.json""#,
            ]) { $1 })
        #expect(told.has("risky", "s3.bucket", "SignatureDoesNotMatch") == (secret == "other"), "\(told)")
    }

    @Test func `a weak key and an open file of keys keep the gateway out`() throws {
        let workspace = try workspace()
        try workspace.write("keys.json", #"{"keys": [{"alg": "HS256", "secret": "c2VjcmV0"}]}"#)
        let weak = try doctor(workspace, sound)
        #expect(weak.end == .exited(1) && weak.findings.first?["weight"]?.string == "wrong", "\(weak)")
        try workspace.write("keys.json", Keys.file(Keys().entry), mode: 0o644)
        #expect(try doctor(workspace, sound).has("wrong", "", "open to other users"))
    }

    @Test func `a setting that does not exist is told like any fault`() throws {
        let told = try doctor(try workspace(), sound.merging(["listen.prot": "1"]) { $1 })
        #expect(told.end == .exited(1) && told.findings.first?["finding"]?.string?.contains("prot") == true)
    }

    @Test func `certificates near their end, weak keys and open private keys are found`() throws {
        let workspace = try workspace()
        let entry = try OpenSSL.certificate("short", .rsa, in: workspace)
        let told = try doctor(workspace, sound.merging(["tls.certificates": "[\(entry)]"]) { $1 })
        #expect(
            told.has("risky", "short.crt", "ends in ") && told.has("better", "short.crt", "RSA with 2048 bits"))
        #expect(told.end == .exited(1))
        chmod(workspace("short.key"), 0o644)
        let open = try doctor(workspace, sound.merging(["tls.certificates": "[\(entry)]"]) { $1 })
        #expect(open.has("wrong", "", "open to other users"))
    }

    @Test func `too few descriptors and a filter that denies io_uring are found`() throws {
        let limited = try doctor(try workspace(), sound, launcher: ["/usr/bin/prlimit", "--nofile=512:512"])
        #expect(limited.has("risky", "descriptors", "may have 512"))
        let denied = try doctor(try workspace(), sound, launcher: try Deny.launcher("EPERM"))
        #expect(denied.has("better", "io_uring", "not given one"))
        #expect(denied.has("fine", "seccomp", "in force"))
    }

    @Test func `what everybody could read or claim is found`() throws {
        let open = [
            "listen.address": #""0.0.0.0""#, "admin.listen": #""0.0.0.0:0""#, "proxy.trusted": #"["128.0.0.0/2"]"#,
            "origins.allowed": #"["*"]"#,
        ]
        let told = try doctor(try workspace(), sound.merging(open) { $1 })
        #expect(told.has("risky", "admin.listen", "without TLS") && told.has("risky", "proxy.trusted", "128.0.0.0/2"))
        #expect(told.has("better", "origins.allowed", "Every page"))
        let plain = try doctor(try workspace(), sound.merging(["listen.address": #""0.0.0.0""#]) { $1 })
        #expect(plain.has("risky", "tls.certificates", "can be read on the way"))
    }

    @Test func `a running gateway is asked, and what its proxy hides is seen`() throws {
        try withGateway { gateway in
            let sessions = try (0..<21).map { try gateway.session("user\($0)") }
            let url = "http://\(try #require(gateway.adminEndpoint).authority)"
            let flags = ["--url", url, "--key-file", gateway.workspace("admin.json"), "--without-disk", "--all"]
            let run = try Martlet.run(
                ["doctor", "--config", gateway.workspace("martlet.json5")] + flags, in: try Workspace())
            #expect(run.output.contains("21 of 21 sessions come from 127.0.0.1"), "\(run.output)\(run.errors)")
            #expect(run.output.contains("fine  readyz\n  It is ready.\n") && run.end == .exited(1))
            withExtendedLifetime(sessions) {}
        }
    }
}
