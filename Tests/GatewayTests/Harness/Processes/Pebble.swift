import Client
import Foundation
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// A real ACME server made for tests, Debian's `pebble`, with a DNS server of its own: all names lead to this machine.
final class Pebble {
    let workspace: Workspace
    /// Where it looks for proofs. A gateway listens there.
    let tlsPort = PostgresServer.freePort()
    let httpPort = PostgresServer.freePort()
    private let port = PostgresServer.freePort()
    private let managementPort = PostgresServer.freePort()
    private let dns: Int
    private let names: ChildProcess
    private var server: ChildProcess?
    private var starts = 0
    /// Members of its configuration, and variables of its environment, beside those that all have.
    private let settings: String
    private let environment: [String: String]

    /// `lifeSeconds`: how long its certificates are good. `looksAt`: other ports than those where a gateway listens.
    init(
        lifeSeconds: Int = 7_776_000, refusingNonces percent: Int = 20, looksAt: (tls: Int?, http: Int?) = (nil, nil),
        _ more: String = #""externalAccountBindingRequired": false"#
    ) throws {
        workspace = try Workspace()
        _ = try OpenSSL.certificate("pebble", in: workspace)
        environment = [
            "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "\(percent)", "PEBBLE_AUTHZREUSE": "0",
        ]
        settings = #"""
            "httpPort": \#(looksAt.http ?? httpPort), "tlsPort": \#(looksAt.tls ?? tlsPort), \#(more),
            "certificateValidityPeriod": \#(lifeSeconds)
            """#
        (names, dns) = try Self.serveNames(in: workspace)
    }

    /// At a port that it has got: others may take one that was free a moment ago.
    private static func serveNames(in workspace: Workspace) throws -> (ChildProcess, port: Int) {
        for attempt in 1...5 {
            let (port, log) = (PostgresServer.freePort(), workspace("names.\(attempt)"))
            let names = try ChildProcess(
                "/usr/bin/pebble-challtestsrv",
                [
                    "-dns01", "127.0.0.1:\(port)", "-management", "127.0.0.1:\(PostgresServer.freePort())",
                    "-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", "",
                ], output: log, errors: log)
            if answersQuestions(at: port), names.ended == nil { return (names, port) }
            names.kill()
        }
        throw Overdue(description: "no port for a server of names")
    }

    /// Whether a server of names answers there within two seconds.
    private static func answersQuestions(at port: Int) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return false }
        // For the address of "a".
        let question: [UInt8] = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1]
        var answer = [UInt8](repeating: 0, count: 512)
        for _ in 0..<100 {
            send(socket, question, question.count, Int32(MSG_NOSIGNAL))
            pause(.milliseconds(20))
            if recv(socket, &answer, answer.count, Int32(MSG_DONTWAIT)) > 0 { return true }
        }
        return false
    }

    /// Begins to listen, and makes a new root.
    func start() throws {
        starts += 1
        try workspace.write(
            "pebble.json",
            #"""
            {"pebble": {"listenAddress": "127.0.0.1:\#(port)", "managementListenAddress": "127.0.0.1:\#(managementPort)",
             "certificate": "\#(workspace("pebble.crt"))", "privateKey": "\#(workspace("pebble.key"))",
             "ocspResponderURL": "", \#(settings)}}
            """#)
        let server = try ChildProcess(
            "/usr/bin/pebble", ["-config", workspace("pebble.json"), "-dnsserver", "127.0.0.1:\(dns)"],
            environment: environment, output: workspace(logName), errors: workspace(logName))
        self.server = server
        try until("pebble listens") {
            if let end = server.ended { throw Overdue(description: "pebble ended with \(end): \(try log)") }
            return try log.contains("ACME directory available")
        }
        // The second listener begins beside the first one, and says nothing.
        let root = try until("pebble's root") { try? management("/roots/0") }
        try workspace.write("root.pem", root)
    }

    /// It knows nothing of what was before: no account, no root.
    func restart() throws {
        server?.kill()
        try start()
    }

    private var logName: String { "log.\(starts)" }

    /// Since its last start.
    var log: String {
        get throws { try workspace.read(logName) }
    }

    /// The root of the certificates that it issues.
    var root: String { workspace("root.pem") }

    private func management(_ path: String) throws -> String {
        var options = Channel.Options()
        options.tls = TLSOptions(trust: .nobodyChecks)
        let endpoint = Endpoint(isSecure: true, port: UInt16(managementPort))
        return try HTTPConnection(endpoint, options).request(.get, path).text
    }

    /// Of a gateway that gets its certificate here. `more` are further members of `tls.acme`.
    func settings(_ hosts: [String] = ["gateway.example"], _ more: String = "") -> [String: String] {
        let names = hosts.map { #""\#($0)""# }.joined(separator: ", ")
        return [
            "listen.port": "\(tlsPort)",
            "tls.acme": #"""
            {hosts: [\#(names)], directory: "https://localhost:\#(port)/dir", authorities: "\#(workspace("pebble.crt"))",
             retrySeconds: 1\#(more.isEmpty ? "" : ", " + more)}
            """#,
        ]
    }

    /// Its part of `settings` for HTTP-01.
    var plainListener: String { #"http: "127.0.0.1:\#(httpPort)""# }

    /// How many certificates it has issued since its last start.
    var issued: Int {
        get throws { try log.split(separator: "\n").count { $0.contains("Issued certificate serial") } }
    }

    /// How many accounts it has given.
    var accounts: Int {
        get throws {
            let lines = try log.split(separator: "\n").filter { $0.contains("accounts in memory") }
            return lines.last.flatMap { $0.split(separator: " ").compactMap { Int($0) }.last } ?? 0
        }
    }
}

extension GatewayProcess {
    /// A channel whose certificate is for the host and of that authority.
    func channel(to host: String, trusting root: String) throws -> Channel {
        var options = Channel.Options()
        options.tls = TLSOptions(trust: .file(root), serverName: host)
        return try Channel(endpoint, options)
    }

    /// A session over one.
    func session(_ user: String, to host: String, trusting root: String) throws -> ClientSession {
        try session(user) { options in options.channel.tls = TLSOptions(trust: .file(root), serverName: host) }
    }

    func waitForCertificate(_ host: String = "gateway.example", of pebble: Pebble) throws {
        // One shard has it a moment before the others, and which one takes a connection nobody says.
        try until("a certificate for \(host)") {
            (1...8).allSatisfy { _ in (try? channel(to: host, trusting: pebble.root)) != nil }
        }
    }

    /// The folder of the one ACME server that the gateway has asked.
    func certificateFolder() throws -> String {
        let parent = workspace("data/acme")
        return parent + "/" + (try #require(FileManager.default.contentsOfDirectory(atPath: parent).first))
    }

    func health() throws -> (status: Int, page: JSONValue) {
        let page = try adminHTTP().request(.get, "/readyz")
        return (Int(page.status), try JSONDocument().parse(page.text))
    }

    var warnings: [String] {
        get throws { try health().page["warnings"]?.elements?.compactMap(\.string) ?? [] }
    }
}
