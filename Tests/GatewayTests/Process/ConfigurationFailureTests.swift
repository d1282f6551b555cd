import Bytes
import Client
import Foundation
import Framing
import Glibc
import Security
import Testing

@testable import Storage

/// A gateway that cannot start says why in one clear line, and ends with 78.
@Suite(.alone("A process's life, files, log and command lines.")) struct ConfigurationFailureTests {
    @Test func `an unknown setting is named, with the one that was meant`() throws {
        let line = try complaint(["listen.prot": "1"])
        #expect(line.contains("listen.prot") && line.contains("listen.port"))
    }

    @Test(arguments: [
        ("listen.port", "70000"), ("listen.port", #""7750""#), ("listen.address", #""localhost""#),
        ("shards.count", "-1"), ("tls.minimumVersion", #""1.1""#), ("log.level", #""loud""#),
        ("origins.allowed", #"["app.example"]"#), ("websocket.frameBytes", "100"),
        ("sessions.exclusive", #"[["fridge"]]"#), ("proxy.trusted", #"["proxy.example"]"#),
        ("proxy.trusted", #"["0.0.0.0/0"]"#), ("proxy.trusted", #"["10.0.0.0/33"]"#),
        ("proxy.protocol", #""required""#), ("proxy.header", #""X-Real-IP""#),
    ])
    func `a value that a setting cannot have is named with its key`(key: String, value: String) throws {
        #expect(try complaint([key: value]).contains(key))
    }

    @Test func `without a key file and without the test mode nothing starts`() throws {
        let line = try complaint(["auth.keysFile": "null"])
        #expect(line.contains("auth.keysFile") && line.contains("martlet token"))
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func `R-Q09: the test mode starts on this machine's own addresses alone`(address: String) throws {
        let line = try complaint(["auth.testMode": "true", "listen.address": #""\#(address)""#])
        #expect(line.contains("auth.testMode") && line.contains("listen.address"))
    }

    @Test func `a key file that is not there is named with its key`() throws {
        let line = try complaint(["auth.keysFile": #""missing.json""#])
        #expect(line.contains("auth.keysFile") && line.contains("missing.json"))
    }

    @Test func `a key file that others can read is refused`() throws {
        let workspace = try Workspace()
        try workspace.write("open.json", Keys.file(Keys().entry), mode: 0o644)
        let line = try complaint(["auth.keysFile": #""open.json""#], in: workspace)
        #expect(line.contains("auth.keysFile") && line.contains("open.json"))
    }

    @Test(arguments: [
        Array("short".utf8), Array("your-256-bit-secret".utf8), Array(repeating: 7, count: 64),
        Array("changeme-changeme-changeme-changeme".utf8),
    ])
    func `a weak secret is refused, and never shown`(secret: [UInt8]) throws {
        let workspace = try Workspace()
        let text = Base64.url.encode(secret)
        try workspace.write("weak.json", #"{"keys": [{"alg": "HS256", "secret": "\#(text)"}]}"#)
        let line = try complaint(["auth.keysFile": #""weak.json""#], in: workspace)
        #expect(line.contains("auth.keysFile") && line.contains("weak.json"))
        #expect(!line.contains(text))
    }

    @Test func `X-13: a weak admin key is refused, and never shown`() throws {
        let workspace = try Workspace()
        try workspace.write("weak.json", #"{"keys": [{"name": "shop", "secret": "letmein"}]}"#)
        let line = try complaint(["auth.adminKeysFile": #""weak.json""#], in: workspace)
        #expect(line.contains("auth.adminKeysFile") && line.contains("shop"))
        #expect(!line.contains("letmein"))
    }

    @Test func `a certificate that is not there is named with its key`() throws {
        let workspace = try Workspace()
        _ = try OpenSSL.certificate("good", in: workspace)
        let line = try complaint(
            ["tls.certificates": #"[{certificate: "missing.crt", key: "good.key"}]"#], in: workspace)
        #expect(line.contains("tls.certificates") && line.contains("missing.crt"))
    }

    @Test func `a certificate that is none is named with its key`() throws {
        let workspace = try Workspace()
        _ = try OpenSSL.certificate("good", in: workspace)
        try workspace.write("bad.crt", "nonsense")
        let line = try complaint(["tls.certificates": #"[{certificate: "bad.crt", key: "good.key"}]"#], in: workspace)
        #expect(line.contains("tls.certificates") && line.contains("bad.crt"))
    }

    @Test func `a certificate with another's key is named with its key`() throws {
        let workspace = try Workspace()
        _ = try OpenSSL.certificate("one", in: workspace)
        _ = try OpenSSL.certificate("two", in: workspace)
        let line = try complaint(["tls.certificates": #"[{certificate: "one.crt", key: "two.key"}]"#], in: workspace)
        #expect(line.contains("tls.certificates"))
    }

    @Test func `a port that is in use is named with its key`() throws {
        try withGateway { gateway in
            let line = try complaint(["listen.port": "\(gateway.port)"])
            #expect(line.contains("listen.port") && line.contains("\(gateway.port)"))
            #expect(try gateway.session("anna").devices() == ["d1"])
        }
    }

    @Test func `with reusePort two gateways share a port`() throws {
        try withGateway(["listen.reusePort": "true"]) { first in
            try withGateway(["listen.port": "\(first.port)", "listen.reusePort": "true"]) { second in
                #expect(first.port == second.port)
                try until("the second one has been asked") {
                    _ = try? first.http().request(.get, "/nowhere")
                    return try second.metric("martlet_connections_accepted_total") > 0
                }
            }
        }
    }

    @Test func `a second gateway on the same data is refused, and the first goes on`() throws {
        try withGateway { gateway in
            let data = gateway.workspace("data")
            let line = try complaint([:], data: data)
            #expect(line.contains("data.directory") && line.contains("another gateway uses the data in \(data)"))
            #expect(try gateway.session("anna").devices() == ["d1"])
        }
    }

    @Test func `a data directory that cannot be made or is none is named with its key`() throws {
        let workspace = try Workspace()
        for path in [workspace("missing/data"), try workspace.write("file", "")] {
            let line = try complaint([:], data: path)
            #expect(line.contains("data.directory") && line.contains(path))
        }
    }

    @Test func `data of a newer version is refused, and left as it is`() throws {
        let workspace = try Workspace()
        try withGateway(workspace: workspace) { gateway in try gateway.stop() }
        let directory = try DataDirectory(workspace("data"))
        let database = try directory.openWriter()
        try database.begin()
        try database.execute("INSERT INTO martlet_migration (number, name, text) VALUES (1000, 'future', '')")
        try database.commit()
        database.close()
        directory.release()
        try checkRefusal(in: workspace, "the store is newer than this program")
    }

    /// The header says what kind of file it is; the page behind it, which tables there are.
    @Test(arguments: [0, 100])
    func `a damaged database is refused, and left as it is`(offset: Int) throws {
        let workspace = try Workspace()
        let file = workspace("data/martlet.sqlite")
        try withGateway(workspace: workspace) { gateway in try gateway.stop() }
        let descriptor = open(file, O_WRONLY)
        let rubbish = Array("rubbish ".utf8)
        try #require(pwrite(descriptor, rubbish, rubbish.count, offset) == rubbish.count)
        close(descriptor)
        try checkRefusal(in: workspace, "put a backup in its place")
    }

    private func checkRefusal(in workspace: Workspace, _ reason: String) throws {
        let file = URL(fileURLWithPath: workspace("data/martlet.sqlite"))
        let before = try Data(contentsOf: file)
        let line = try complaint([:], data: workspace("data"))
        #expect(line.contains("data.directory: the store in \(workspace("data")) ") && line.contains(reason))
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func `everything that is wrong is told at once`() throws {
        let workspace = try Workspace()
        let run = try serve(["listen.prot": "1", "shards.count": "-1", "auth.keysFile": "7"], in: workspace)
        #expect(run.end == .exited(78))
        #expect(run.errors.split(separator: "\n").count == 3)
    }

    @Test func `a file that is no JSON5 is told with its line`() throws {
        let workspace = try Workspace()
        let file = try workspace.write("bad.json5", "{\n  listen: {\n    port 7\n")
        let run = try Martlet.run(["serve", "--config", file], in: workspace)
        #expect(run.end == .exited(78))
        #expect(run.errors.contains("bad.json5:3"))
    }

    @Test func `a configuration file that is not there is named`() throws {
        let workspace = try Workspace()
        let run = try Martlet.run(["serve", "--config", workspace("missing.json5")], in: workspace)
        #expect(run.end == .exited(78))
        #expect(run.errors.contains("missing.json5"))
    }

    @Test func `the environment goes before the file, and its mistakes are named`() throws {
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        let file = try workspace.write("martlet.json5", #"{auth: {keysFile: "keys.json"}, listen: {port: 1}}"#)
        let good = try Martlet.run(
            ["config", "check", "--config", file], environment: ["MARTLET_LISTEN_PORT": "0"], in: workspace)
        #expect(good.end == .exited(0))
        let bad = try Martlet.run(
            ["serve", "--config", file], environment: ["MARTLET_LISTEN_PORT": "http"], in: workspace)
        #expect(bad.end == .exited(78))
        #expect(bad.errors.contains("MARTLET_LISTEN_PORT"))
    }

    @Test(.enabled("Only root can become another user.") { geteuid() == 0 })
    func `config check of root looks as the user to whom the data belongs, and says so`() throws {
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        let settings = #"{auth: {keysFile: "keys.json"}, data: {directory: "store"}}"#
        let file = try workspace.write("martlet.json5", settings, mode: 0o644)
        func check() throws -> (end: ChildProcess.End, output: String, errors: String) {
            let place = try Workspace()
            let process = try ChildProcess(
                Martlet.path, ["config", "check", "--config", file], output: place("output"), errors: place("errors"))
            return (try process.wait(), try place.read("output"), try place.read("errors"))
        }
        #expect(try check().output == "The configuration is fine, as the user root sees it.\n")
        try #require(mkdir(workspace("store"), 0o700) == 0 && chown(workspace("store"), 1, 1) == 0)
        try #require(chmod(workspace.path, 0o711) == 0)
        let refused = try check()
        #expect(refused.end == .exited(78) && refused.errors.hasPrefix("As the user daemon sees it:\n"))
        #expect(refused.errors.contains("keys.json\", but the file cannot be read: Permission denied"))
        try #require(chown(workspace("keys.json"), 0, 1) == 0 && chmod(workspace("keys.json"), 0o640) == 0)
        #expect(try check().output == "The configuration is fine, as the user daemon sees it.\n")
    }

    @Test(.enabled("Only root can become another user.") { geteuid() == 0 })
    func `a key file that root makes is one that the service reads`() throws {
        let workspace = try Workspace()
        try #require(chmod(workspace.path, 0o711) == 0)
        for folder in ["etc", "store"] { try #require(mkdir(workspace(folder), 0o755) == 0) }
        try #require(chown(workspace("etc"), 0, 1) == 0 && chown(workspace("store"), 1, 1) == 0)
        let names = ["keys.json", "admin.json", "shop.secret"].map { workspace("etc/\($0)") }
        let made = try Martlet.run(
            [
                "token", "--new-key-file", names[0], "--new-admin-key-file", names[1], "--new-webhook-secret", names[2],
            ], in: Workspace())
        #expect(made.end == .exited(0))
        let file = try workspace.write(
            "etc/martlet.json5",
            """
            {auth: {keysFile: "keys.json", adminKeysFile: "admin.json"}, data: {directory: "../store"},
             events: {endpoints: [{name: "shop", url: "http://127.0.0.1:1/", secretFile: "shop.secret"}]}}
            """, mode: 0o644)
        let checked = try Martlet.run(
            ["config", "check", "--config", file], environment: ["MARTLET_DATA_DIRECTORY": workspace("store")],
            in: Workspace())
        #expect(checked.output == "The configuration is fine, as the user daemon sees it.\n", "\(checked.errors)")
        try #require(chmod(names[2], 0o600) == 0)
        let unread = try Martlet.run(
            ["config", "check", "--config", file], environment: ["MARTLET_DATA_DIRECTORY": workspace("store")],
            in: Workspace())
        #expect(unread.end == .exited(78) && unread.errors.contains("events.endpoints"), "\(unread.errors)")
    }

    @Test func `serve makes the keys that are missing, and leaves those that are there`() throws {
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        let before = try workspace.read("keys.json")
        let file = try workspace.write(
            "martlet.json5",
            #"{listen: {port: 0}, admin: {listen: 0}, auth: {keysFile: "keys.json", adminKeysFile: "admin.json"}}"#)
        let gateway = try Martlet.start(["serve", "--make-keys", "--config", file], in: workspace)
        defer { gateway.kill() }
        try until("it listens") { try workspace.read("output").contains("Martlet listens on ") }
        #expect(try workspace.read("output").hasPrefix("Created \(workspace("admin.json")).\n"))
        #expect(try workspace.read("keys.json") == before)
        #expect(try workspace.read("admin.json").contains(#""name": "admin""#))
    }

    @Test func `a disk that is full at the start is no fault of the configuration`() throws {
        let workspace = try Workspace()
        let file = try workspace.write("martlet.json5", "{listen: {port: 0}, auth: {testMode: true}}")
        // A few blocks for a file, which is what a full disk looks like to the store, and enough for the complaint.
        let gateway = try ChildProcess(
            "/bin/sh", ["-c", #"ulimit -f 8 && exec "$0" "$@""#, Martlet.path, "serve", "--config", file],
            environment: ["MARTLET_DATA_DIRECTORY": workspace("data")], output: workspace("output"),
            errors: workspace("errors"))
        defer { gateway.kill() }
        #expect(try gateway.wait() == .exited(1))
        #expect(try workspace.read("errors").contains("data.directory"))
    }

    @Test(arguments: [
        (#"["no.such"]"#, "names the operation no.such, which no hook can decide about"),
        (#"["message.history"]"#, "names the operation message.history, which no hook can decide about"),
        (#"["message.send", "message.send"]"#, "names the operation message.send twice"),
    ])
    func `a hook is refused that is about operations without hooks, or about one twice`(
        operations: String, problem: String
    ) throws {
        let workspace = try Workspace()
        let secret = try workspace.write("secret", HookServer.secret)
        let hook = #"[{url: "http://127.0.0.1:1/", operations: \#(operations), secretFile: "\#(secret)"}]"#
        #expect(try complaint(["hooks.before": hook], in: workspace).contains(problem))
    }

    @Test(arguments: [
        #"[{operations: ["message.send"], secretFile: "s"}]"#, #"[{url: "http://h/", secretFile: "s"}]"#,
        #"[{url: "http://h/", operations: ["message.send"]}]"#,
        #"[{url: "http://h/", operations: ["message.send"], secretFile: "s", timeoutMilliseconds: 3001}]"#,
        #"[{url: "http://h/", operations: ["message.send"], secretFile: "s", onFailure: "ignore"}]"#,
        #"[{url: "http://h/", operations: ["message.send"], secretFile: "s"}]"#,
    ])
    func `a hook that is incomplete, or whose secret is missing, is named with its key`(hook: String) throws {
        #expect(try complaint(["hooks.before": hook]).contains("hooks.before"))
    }

    /// The one line that a gateway with these settings says before it ends with 78.
    private func complaint(
        _ settings: [String: String], in workspace: Workspace? = nil, data: String? = nil
    ) throws -> String {
        let run = try serve(settings, in: workspace ?? Workspace(), data: data)
        #expect(run.end == .exited(78))
        #expect(run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(run.errors)")
        return run.errors
    }

    private func serve(
        _ settings: [String: String], in workspace: Workspace, data: String? = nil
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try workspace.write("keys.json", Keys.file(Keys().entry))
        let standard = ["listen.port": "0", "auth.keysFile": #""keys.json""#]
        let text = GatewayProcess.text(of: standard.merging(settings) { $1 })
        return try Martlet.run(
            ["serve", "--config", try workspace.write("martlet.json5", text)],
            environment: data.map { ["MARTLET_DATA_DIRECTORY": $0] } ?? [:], in: workspace)
    }
}
