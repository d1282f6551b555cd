import Client
import ClientProtocol
import Framing
import Testing

/// TLS on the listening port.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct TLSTests {
    @Test(arguments: [TLSOptions.Version.tls12, .tls13], CertificateKind.allCases)
    func `both versions work with both kinds of keys`(version: TLSOptions.Version, kind: CertificateKind) throws {
        let workspace = try Workspace()
        let entry = try OpenSSL.certificate("first", kind, in: workspace)
        try withGateway(["tls.certificates": "[\(entry)]"], workspace: workspace) { gateway in
            let session = try gateway.session("anna") { options in
                options.channel.tls.versions = version...version
                options.channel.tls.trust = .file(workspace("first.crt"))
            }
            #expect(try session.devices() == ["d1"])
            let agreement = try #require(session.connection.channel.agreement)
            #expect(agreement.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
            #expect(agreement.keyType == (kind == .rsa ? "RSA" : "EC"))
            #expect(try gateway.metric(#"martlet_tls_handshakes_total{result="ok"}"#) >= 1)
        }
    }

    @Test func `messages of any size pass, whole`() throws {
        try withTLSGateway(["websocket.frameBytes": "1000000", "websocket.messageBytes": "1000000"]) { gateway in
            let session = try gateway.session("anna")
            for size in [1, 100, 16_383, 16_384, 16_385, 65_536, 999_000] {
                let text = #"{"id":\#(size),"op":"\#(String(repeating: "x", count: size))"}"#
                #expect(try session.refusal(of: text, id: UInt64(size)).number == "gw 1000")
            }
        }
    }

    @Test func `the name that a client asks for picks the certificate`() throws {
        let workspace = try Workspace()
        let entries = [
            try OpenSSL.certificate("one", names: ["one.example"], in: workspace),
            try OpenSSL.certificate("two", .rsa, names: ["two.example"], in: workspace),
            try OpenSSL.certificate("wild", names: ["*.wild.example"], in: workspace),
        ]
        try withGateway(["tls.certificates": "[\(entries.joined(separator: ", "))]"], workspace: workspace) { gateway in
            for (name, subject) in [
                ("one.example", "one"), ("two.example", "two"), ("TWO.example", "two"), ("a.wild.example", "wild"),
                ("a.b.wild.example", "one"), ("wild.example", "one"), ("other.example", "one"), (nil, "one"),
            ] {
                let channel = try gateway.channel { $0.serverName = name }
                #expect(channel.agreement?.subject == "/CN=\(subject)", "\(name ?? "no name")")
            }
        }
    }

    @Test func `TLS 1.2 is refused where 1.3 is the oldest`() throws {
        try withTLSGateway(["tls.minimumVersion": #""1.3""#]) { gateway in
            #expect(throws: ClientError.self) { try gateway.channel { $0.versions = .tls12 ... .tls12 } }
            #expect(try gateway.channel().agreement?.version == "TLSv1.3")
            try until("the failure is counted") {
                try gateway.metric(#"martlet_tls_handshakes_total{result="failed"}"#) == 1
            }
        }
    }

    @Test(arguments: [TLSOptions.Version.tls12, .tls13])
    func `a ticket makes the next handshake shorter, also after the certificates were read again`(
        version: TLSOptions.Version
    ) throws {
        try withTLSGateway { gateway in
            let first = try gateway.channelWithTicket(version)
            #expect(first.agreement?.isResumed == false)
            let ticket = try #require(first.ticket)
            let second = try gateway.channel { ($0.versions, $0.ticket) = (version...version, ticket) }
            #expect(second.agreement?.isResumed == true)
            try gateway.reloadCertificates()
            // A ticket of TLS 1.3 is for one use.
            let fresh = try #require(try gateway.channelWithTicket(version, ticket).ticket)
            try gateway.reloadCertificates(time: 2)
            let third = try gateway.channel { ($0.versions, $0.ticket) = (version...version, fresh) }
            #expect(third.agreement?.isResumed == true)
        }
    }

    @Test(arguments: [TLSOptions.Version.tls12, .tls13])
    func `without tickets every handshake is a whole one`(version: TLSOptions.Version) throws {
        try withTLSGateway(["tls.sessionTickets": "false"]) { gateway in
            let first = try gateway.channelWithTicket(version)
            let second = try gateway.channel { ($0.versions, $0.ticket) = (version...version, first.ticket) }
            #expect(second.agreement?.isResumed == false)
        }
    }

    @Test func `SIGHUP serves the new certificate, and connections that live stay`() throws {
        try withTLSGateway { gateway in
            let session = try gateway.session("anna")
            #expect(session.connection.channel.agreement?.subject == "/CN=first")
            // The same files, as a renewal writes them.
            _ = try OpenSSL.certificate("second", .rsa, in: gateway.workspace)
            try gateway.workspace.write("first.crt", gateway.workspace.read("second.crt"))
            try gateway.workspace.write("first.key", gateway.workspace.read("second.key"))
            try gateway.reloadCertificates()
            try until("the new certificate is served") { try gateway.channel().agreement?.subject == "/CN=second" }
            #expect(try session.devices() == ["d1"])
            let token = gateway.keys.token("anna")
            #expect(try session.request("session.refresh", #"{"token": "\#(token)"}"#).error == nil)
        }
    }

    @Test func `a certificate that cannot be read leaves the former in force and is logged`() throws {
        try withTLSGateway { gateway in
            try gateway.workspace.write("first.crt", "nonsense")
            gateway.signal(hangUp)
            try gateway.waitForLog("certificates not reloaded")
            #expect(try gateway.channel().agreement?.subject == "/CN=first")
        }
    }

    @Test func `garbage instead of a ClientHello ends the connection, and others go on`() throws {
        try withTLSGateway { gateway in
            for garbage in [
                "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}nonsense", "\0\0\0\0\0\0\0",
            ] {
                let channel = try gateway.plainChannel()
                try channel.write(Array(garbage.utf8))
                try channel.drain(within: .seconds(5))
            }
            try until("the failures are counted") {
                try gateway.metric(#"martlet_tls_handshakes_total{result="failed"}"#) == 3
            }
            #expect(try gateway.session("anna").devices() == ["d1"])
        }
    }

    @Test func `a handshake that does not come to its end is gone by its deadline`() throws {
        try withTLSGateway(["tls.handshakeTimeoutMilliseconds": "300"]) { gateway in
            let silent = try gateway.plainChannel()
            let half = try gateway.plainChannel()
            // The first bytes of a ClientHello of 512.
            try half.write([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03])
            try silent.drain(within: .seconds(5))
            try half.drain(within: .seconds(5))
            #expect(try gateway.metric(#"martlet_tls_handshakes_total{result="timeout"}"#) == 2)
        }
    }

    @Test func `a connection on which nothing follows the handshake is gone by the head's deadline`() throws {
        try withTLSGateway(["http.headTimeoutMilliseconds": "300"]) { gateway in
            let channel = try gateway.channel()
            try channel.drain(within: .seconds(5))
        }
    }

    @Test func `a page of the same origin is one of https here`() throws {
        try withTLSGateway { gateway in
            let own = "127.0.0.1:\(gateway.port)"
            _ = try gateway.connect(headers: [HTTPHeader("Origin", "https://\(own)")])
            let page = try gateway.guest(headers: [HTTPHeader("Origin", "http://\(own)")])
            #expect(try page.closeCode() == .foreignOrigin)
        }
    }

    @Test func `the connection's end is told in TLS too`() throws {
        try withTLSGateway { gateway in
            let http = try gateway.http()
            let close = HTTPHeader("Connection", "close")
            #expect(try http.request(.get, "/healthz", headers: [close]).status == 200)
            try http.channel.drain()
            #expect(http.channel.wasEndedInTLS)
        }
    }
}

private let hangUp: Int32 = 1

/// A gateway with a certificate of its own, `first`.
private func withTLSGateway(_ settings: [String: String] = [:], _ body: (GatewayProcess) throws -> Void) throws {
    let workspace = try Workspace()
    let certificates = ["tls.certificates": "[\(try OpenSSL.certificate("first", in: workspace))]"]
    try withGateway(certificates.merging(settings) { $1 }, workspace: workspace, body)
}

extension GatewayProcess {
    fileprivate func channel(_ adjust: (inout TLSOptions) -> Void = { _ in }) throws -> Channel {
        var options = channelOptions
        adjust(&options.tls)
        return try Channel(endpoint, options)
    }

    /// One on which something was read, for TLS 1.3 sends its ticket after the handshake.
    fileprivate func channelWithTicket(_ version: TLSOptions.Version, _ ticket: TLSTicket? = nil) throws -> Channel {
        let channel = try channel { ($0.versions, $0.ticket) = (version...version, ticket) }
        #expect(try HTTPConnection(channel).request(.get, "/healthz").status == 200)
        return channel
    }

    /// TCP to the port that speaks TLS.
    fileprivate func plainChannel() throws -> Channel {
        try Channel(Endpoint(port: port))
    }

    fileprivate func reloadCertificates(time: Int = 1) throws {
        process.signal(hangUp)
        try waitForLog("certificates reloaded", count: time)
        // The shards take them with their next envelope.
        pause(.milliseconds(50))
    }
}
