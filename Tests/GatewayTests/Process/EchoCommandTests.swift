import Client
import Framing
import Testing

/// `martlet echo`: the engine without a gateway.
@Suite(.alone("A process's life, files, log and command lines.")) struct EchoCommandTests {
    @Test func `messages come back as they came, whole or in fragments`() throws {
        try withEcho([]) { port in
            let connection = try ClientConnection(Endpoint(port: port))
            try connection.send("zażółć gęślą jaźń")
            #expect(try connection.receive() == .text("zażółć gęślą jaźń"))
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
            try connection.send(binary: bytes)
            #expect(try connection.receive() == .binary(bytes))
            try connection.send(frame: .text, Array("one ".utf8), isFinal: false)
            try connection.send(frame: .continuation, Array("two".utf8))
            #expect(try connection.receive() == .text("one two"))
            try connection.close()
            #expect(try connection.receive() == .closed(.normal, reason: ""))
        }
    }

    @Test(arguments: [false, true])
    func `compression is offered if asked for, and keeps context if asked for`(takeover: Bool) throws {
        try withEcho(takeover ? ["--deflate", "--context-takeover"] : ["--deflate"]) { port in
            var options = ClientConnection.Options()
            options.deflate = DeflateOffer()
            let connection = try ClientConnection(Endpoint(port: port), options)
            #expect(connection.deflate?.server.noContextTakeover == !takeover)
            for length in [0, 1, 1_000, 500_000] {
                let text = String(repeating: "a", count: length)
                try connection.send(text)
                #expect(try connection.receive() == .text(text))
            }
        }
    }

    @Test func `with a certificate it speaks TLS`() throws {
        let workspace = try Workspace()
        _ = try OpenSSL.certificate("echo", in: workspace)
        try withEcho(["--certificate", workspace("echo.crt"), "--key", workspace("echo.key")]) { port in
            var options = ClientConnection.Options()
            options.channel.tls.trust = .file(workspace("echo.crt"))
            let connection = try ClientConnection(Endpoint(isSecure: true, port: port), options)
            try connection.send("secret")
            #expect(try connection.receive() == .text("secret"))
        }
    }

    @Test func `SIGTERM ends it with 0`() throws {
        try withEcho([]) { _ in }
    }

    /// Runs the program, and sees that SIGTERM ends it well.
    private func withEcho(_ arguments: [String], _ body: (UInt16) throws -> Void) throws {
        let workspace = try Workspace()
        let process = try Martlet.start(["echo"] + arguments, in: workspace)
        defer { process.kill() }
        let port = try until("the echo listens") { () -> UInt16? in
            let line = try workspace.read("output")
            guard line.hasSuffix("\n"), let colon = line.lastIndex(of: ":") else { return nil }
            return UInt16(line[line.index(after: colon)...].prefix { $0.isNumber })
        }
        try body(port)
        process.signal(15)
        #expect(try process.wait(within: .seconds(5)) == .exited(0))
    }
}
