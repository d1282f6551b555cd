import Client
import Framing
import Glibc
import JSON
import Testing

/// `martlet client`, from scripts and from a terminal.
@Suite(.alone("A process's life, files, log and command lines.")) struct ClientCommandTests {
    @Test func `requests on the command line are sent in their order, each answer is a line, and the exit is 0`() throws
    {
        try withGateway { gateway in
            let run = try gateway.client(
                ["--device", "shell", "--platform", "web"], ["session.list", "session.close {}"])
            #expect(run.end == .exited(0))
            let lines = try run.replies()
            #expect(lines.count == 3)
            #expect(lines[0]["ok"]?["user"]?.string == "anna")
            let session = try #require(lines[1]["ok"]?["sessions"]?.elements).first { _ in true }
            #expect(session?["device"]?.string == "shell" && session?["platform"]?.string == "web")
            #expect(lines[2]["ok"]?["closed"]?.bool == true)
        }
    }

    @Test func `requests on standard input are sent, but for empty lines and remarks`() throws {
        try withGateway { gateway in
            let run = try gateway.client([], input: "session.list\n\n# a remark\n  session.list {\"unknown\": 1}")
            #expect(run.end == .exited(0))
            #expect(try run.replies().count == 3)
            #expect(run.errors.isEmpty)
        }
    }

    @Test func `with requests on the command line, standard input is not read`() throws {
        try withGateway { gateway in
            let run = try gateway.client([], ["session.list"], input: "session.list\nsession.list\n")
            #expect(try run.replies().count == 2)
        }
    }

    @Test func `a refused request is printed, and the exit is 2`() throws {
        try withGateway { gateway in
            let run = try gateway.client([], ["no.such", "session.list"])
            #expect(run.end == .exited(2))
            #expect(try run.replies().map { $0["error"]?["code"]?.int64 } == [nil, 1000, nil])
        }
    }

    @Test func `a line that is no request is told, and the exit is 2`() throws {
        try withGateway { gateway in
            let run = try gateway.client([], input: "session.close [1]\nsession.list\n")
            #expect(run.end == .exited(2))
            #expect(run.errors.contains("session.close [1]"))
            #expect(try run.replies().count == 2)
        }
    }

    @Test func `R-Q09: a refused session is printed, and the exit is 77`() throws {
        try withGateway { gateway in
            let run = try gateway.client(["--token", "bad"], ["session.list"], user: nil)
            #expect(run.end == .exited(77))
            #expect(try run.replies().map { $0["error"]?["code"]?.int64 } == [70003])
        }
    }

    @Test func `a token is enough, and in the test mode a user`() throws {
        try withGateway(["auth.testMode": "true"]) { gateway in
            let token = try gateway.client(["--token", gateway.keys.token("bert")], ["session.list"], user: nil)
            #expect(try token.replies().first?["ok"]?["user"]?.string == "bert")
            let user = try gateway.client(["--user", "carl"], ["session.list"], user: nil)
            #expect(try user.replies().first?["ok"]?["user"]?.string == "carl")
        }
    }

    @Test func `a gateway that is not there makes the exit 69`() throws {
        let workspace = try Workspace()
        let run = try Martlet.run(["client", "ws://127.0.0.1:1", "--user", "anna"], in: workspace)
        #expect(run.end == .exited(69))
        #expect(run.errors.contains("ws://127.0.0.1:1") && run.errors.contains("refused"))
    }

    @Test(arguments: [
        [], ["127.0.0.1:7750", "--user", "a"], ["http//x", "--user", "a"], ["ftp://h", "--user", "a"], ["ws://h"],
        ["ws://h", "--key-file", "f"], ["ws://h", "--user", "a", "x [1]"], ["ws://h", "--user", "a", ""],
        ["ws://h", "--user", "a", "--token", "t", "--key-file", "f"], ["ws://h", "--unknown"],
    ])
    func `a command line that is wrong makes the exit 64`(arguments: [String]) throws {
        let run = try Martlet.run(["client"] + arguments, in: Workspace())
        #expect(run.end == .exited(64))
        #expect(run.errors.contains("martlet client --help"))
    }

    @Test func `over TLS the certificate must be trusted, by the machine, by a file or by --insecure`() throws {
        let workspace = try Workspace()
        let certificates = ["tls.certificates": "[\(try OpenSSL.certificate("first", in: workspace))]"]
        try withGateway(certificates, workspace: workspace) { gateway in
            let untrusted = try gateway.client([], ["session.list"])
            #expect(untrusted.end == .exited(69))
            #expect(untrusted.errors.contains("not trusted"))
            #expect(try gateway.client(["--insecure"], ["session.list"]).end == .exited(0))
            #expect(try gateway.client(["--ca", workspace("first.crt")], ["session.list"]).end == .exited(0))
        }
    }

    @Test func `at a terminal, events are printed as they come, and what comes and goes is marked`() throws {
        try withGateway { gateway in
            let terminal = try Terminal()
            let client = try gateway.startClient(["--device", "phone"], ["session.list"], at: terminal)
            defer { client.kill() }
            try terminal.expect("→ session.list")
            try terminal.expect("\"current\":true")
            try terminal.type("no.such\n")
            try terminal.expect("← {\"id\":3,\"error\":")
            _ = try gateway.session("anna", device: "phone")
            try terminal.expect("← {\"event\":\"session.kicked\"")
            #expect(try client.wait() == .exited(1))
            #expect(try gateway.clientErrors().contains("4300"))
        }
    }

    @Test func `the end of input at a terminal ends the session, and refused requests do not count`() throws {
        try withGateway { gateway in
            let terminal = try Terminal()
            let client = try gateway.startClient([], [], at: terminal)
            defer { client.kill() }
            try terminal.expect("\"user\":\"anna\"")
            try terminal.type("no.such\n")
            try terminal.expect("unknownOperation")
            try terminal.type("\u{4}")
            #expect(try client.wait() == .exited(0))
            try until("the session is gone") { try gateway.metric("martlet_sessions_open") == 0 }
            #expect(try gateway.metric(#"martlet_websocket_closes_total{code="1000"}"#) == 1)
        }
    }
}

extension GatewayProcess {
    private func arguments(_ flags: [String], _ requests: [String], user: String?) -> [String] {
        let identity = user.map { ["--user", $0, "--key-file", workspace("keys.json")] } ?? []
        return ["client", "\(isSecure ? "wss" : "ws")://127.0.0.1:\(port)"] + identity + flags + requests
    }

    /// Runs the client to its end.
    fileprivate func client(
        _ flags: [String], _ requests: [String] = [], user: String? = "anna", input: String? = nil
    ) throws -> ClientRun {
        let folder = try Workspace()
        let run = try Martlet.run(arguments(flags, requests, user: user), input: input, in: folder)
        return ClientRun(end: run.end, output: run.output, errors: run.errors)
    }

    fileprivate func startClient(
        _ flags: [String], _ requests: [String], at terminal: Terminal
    ) throws -> ChildProcess {
        try ChildProcess(
            Martlet.path, arguments(flags, requests, user: "anna"), input: terminal.path, output: terminal.path,
            errors: workspace("client-errors"))
    }

    fileprivate func clientErrors() throws -> String { try workspace.read("client-errors") }
}

private struct ClientRun {
    let end: ChildProcess.End
    let output: String
    let errors: String

    /// The replies it printed, read.
    func replies() throws -> [JSONValue] {
        try output.split(separator: "\n").map { try JSONDocument().parse(String($0)) }.filter { $0["event"] == nil }
    }
}
