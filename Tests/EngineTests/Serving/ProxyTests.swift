import Bytes
import Client
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

/// A proxy at 127.0.0.9 that begins its connections with PROXY headers.
struct ProxyTests {
    private static let text = "PROXY TCP4 203.0.113.7 192.0.2.1 12345 443\r\n"
    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    private func server(
        tls: TLSContext? = nil, _ adjust: (inout TransportOptions) -> Void = { _ in }
    ) throws -> TestServer {
        let proxy = try #require(SocketAddress.Block("127.0.0.9"))
        return try TestServer(tls: tls) {
            $0.proxies.blocks = [proxy]
            $0.proxies.sendsProxyHeader = true
            adjust(&$0)
        }
    }

    private func channel(_ server: TestServer, from address: String = "127.0.0.9") throws -> Channel {
        var options = server.channelOptions
        options.localAddress = address
        return try Channel(Endpoint(port: server.endpoint.port), options)
    }

    private func refusals(_ server: TestServer) -> Int { server.total { $0.connectionsRefused[.proxyHeader].value } }

    private func expectEnd(_ channel: Channel) throws {
        #expect(try !channel.fill(by: .after(.seconds(10)), waitingFor: "its end"))
    }

    @Test func `a header is taken off in any pieces, and what is behind it is served`() throws {
        let server = try server()
        let bytes = Array((Self.text + Self.request).utf8)
        for cut in stride(from: 0, to: bytes.count, by: 5) {
            let http = HTTPConnection(try channel(server))
            try http.channel.write(Array(bytes[..<cut]))
            if cut > 0 { Thread.sleep(milliseconds: 2) }
            try http.channel.write(Array(bytes[cut...]))
            #expect(try http.response().text == "hello")
        }
        #expect(refusals(server) == 0)
        try server.expectNothingLeft()
    }

    @Test func `TLS comes behind the header`() throws {
        let server = try server(tls: try TestCertificate.shared.context())
        let http = HTTPConnection(try channel(server))
        try http.send(raw: Self.text)
        // No handshake: the gateway says so in TLS, or just ends.
        try http.send(raw: Self.request)
        try until("the handshake has failed") { server.total { $0.tlsHandshakes[.failed].value } == 1 }
        #expect(refusals(server) == 0)
        // Without the header, a hello is refused before TLS looks at it.
        let bare = try channel(server)
        try bare.write([0x16, 0x03, 0x01])
        try expectEnd(bare)
        #expect(refusals(server) == 1)
        #expect(server.total { $0.tlsHandshakes[.failed].value } == 1)
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "PROXY TCP4 nonsense\r\n", "PROXY TCP4 ::1 ::1 1 2\r\n"])
    func `without a good header a proxy's connection ends at once`(beginning: String) throws {
        let server = try server()
        let channel = try channel(server)
        try channel.write(Array(beginning.utf8))
        try expectEnd(channel)
        #expect(channel.input.bytes.isEmpty)
        #expect(refusals(server) == 1)
        try server.expectNothingLeft()
    }

    @Test(arguments: [0, 20]) func `half a header is not waited for longer than a handshake`(count: Int) throws {
        let server = try server { $0.headTimeout = 200 }
        let channel = try channel(server)
        try channel.write(Array(Self.text.utf8.prefix(count)))
        try expectEnd(channel)
        #expect(refusals(server) == 1)
        try server.expectNothingLeft()
    }

    @Test func `a header from elsewhere ends the connection`() throws {
        let server = try server()
        let http = HTTPConnection(try channel(server, from: "127.0.0.8"))
        try http.send(raw: Self.text + Self.request)
        #expect(try http.response().status == 400)
        try expectEnd(http.channel)
        #expect(refusals(server) == 0)
    }

    @Test func `limits count the named addresses, by networks of 64 bits, and not the proxy's`() throws {
        let server = try server { $0.pendingPerAddress = 2 }
        func pending(_ address: String) throws -> Channel {
            let channel = try channel(server)
            try channel.write(Array("PROXY TCP6 \(address) fd00::1 1 2\r\n".utf8))
            return channel
        }
        var channels = [try pending("2001:db8::1"), try pending("2001:db8::2")]
        try until("both are counted") { server.node.admission.pending == 2 }
        try expectEnd(try pending("2001:db8::3"))
        #expect(server.total { $0.connectionsRefused[.pendingPerAddress].value } == 1)
        channels.append(try pending("2001:db8:0:1::1"))
        try until("the other network is counted") { server.node.admission.pending == 3 }
        // Those whose address is not known yet count against nobody.
        for _ in 0..<5 { channels.append(try channel(server)) }
        try until("their accepts") { server.node.admission.connections == 8 }
        #expect(server.node.admission.pending == 3)
        channels.removeAll()
        try server.expectNothingLeft()
    }
}
