import Bytes
import Client
import Framing
import JSON
import Security
import Testing

/// Whose requests come through trusted proxies. The proxies are at 127.0.0.9; an admin key that is good from 203.0.113.7 alone
/// tells what address the gateway sees.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct ProxiedTests {
    private static let secret = Base64.url.encode(Random.bytes(32))
    private static let proxy = "127.0.0.9"

    private func withProxies(
        _ settings: [String: String] = [:], _ body: (GatewayProcess) throws -> Void
    ) throws {
        let workspace = try Workspace()
        try workspace.write(
            "office.json",
            #"{"keys": [{"name": "office", "secret": "\#(Self.secret)", "addresses": ["203.0.113.7"]}]}"#)
        let usual = ["auth.adminKeysFile": #""office.json""#, "proxy.trusted": #"["\#(Self.proxy)", "10.0.0.0/8"]"#]
        try withGateway(usual.merging(settings) { $1 }, workspace: workspace, body)
    }

    private func http(_ gateway: GatewayProcess, from address: String, _ beginning: [UInt8] = []) throws
        -> HTTPConnection
    {
        var options = gateway.channelOptions
        options.localAddress = address
        let http = try HTTPConnection(gateway.endpoint, options)
        if !beginning.isEmpty { try http.channel.write(beginning) }
        return http
    }

    /// Whether the gateway takes the request for one from 203.0.113.7.
    private func isOffice(_ http: HTTPConnection, _ headers: [HTTPHeader]) throws -> Bool {
        let all = [HTTPHeader.adminKey(Self.secret), HTTPHeader("Content-Type", "application/json")] + headers
        let status = try http.request(.post, "/v1/api/admin.ping", headers: all, body: Array("{}".utf8)).status
        #expect(status == 200 || status == 403)
        return status == 200
    }

    private func isOffice(
        _ gateway: GatewayProcess, from address: String, _ headers: [HTTPHeader], after beginning: [UInt8] = []
    ) throws -> Bool {
        let connection = try http(gateway, from: address, beginning)
        return try isOffice(connection, headers)
    }

    static let chains: [(from: String, value: String, isOffice: Bool)] = [
        (proxy, "203.0.113.7", true),
        (proxy, "198.51.100.1, 203.0.113.7", true),
        (proxy, "203.0.113.7, 198.51.100.1", false),
        (proxy, "203.0.113.7, 10.1.2.3, 10.4.5.6", true),
        (proxy, "203.0.113.7:4711, 10.1.2.3", true),
        (proxy, "203.0.113.7, unknown, 10.1.2.3", false),
        (proxy, "10.1.2.3", false),
        ("127.0.0.8", "203.0.113.7", false),
    ]

    @Test(arguments: chains.indices)
    func `X-Forwarded-For is read from the right, past trusted proxies, and from them alone`(
        index: Int
    ) throws {
        let (from, value, expected) = Self.chains[index]
        try withProxies { gateway in
            let isOffice = try self.isOffice(gateway, from: from, [HTTPHeader("X-Forwarded-For", value)])
            #expect(isOffice == expected)
        }
    }

    @Test func `each request over a proxy's connection has its own address`() throws {
        try withProxies { gateway in
            let http = try http(gateway, from: Self.proxy)
            for address in ["203.0.113.7", "203.0.113.8", "203.0.113.7"] {
                let header = HTTPHeader("X-Forwarded-For", address)
                #expect(try isOffice(http, [header]) == (address == "203.0.113.7"))
            }
            #expect(try !isOffice(http, []))
        }
    }

    @Test func `one header is read, and the other is a client's invention`() throws {
        let forwarded = HTTPHeader("Forwarded", #"for="203.0.113.7:99";proto=https"#)
        let other = HTTPHeader("X-Forwarded-For", "203.0.113.8")
        try withProxies(["proxy.header": #""Forwarded""#]) { gateway in
            let isOffice = try self.isOffice(gateway, from: Self.proxy, [forwarded, other])
            #expect(isOffice)
        }
        try withProxies { gateway in
            let isOffice = try self.isOffice(gateway, from: Self.proxy, [forwarded, other])
            #expect(!isOffice)
        }
    }

    @Test func `PROXY headers of both versions name the client, LOCAL names nobody, and no request can`() throws {
        try withProxies(["proxy.protocol": #""required""#]) { gateway in
            let text = Array("PROXY TCP4 203.0.113.7 192.0.2.1 1 2\r\n".utf8)
            let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
            let binary = signature + [0x21, 0x11, 0, 12, 203, 0, 113, 7, 192, 0, 2, 1, 0, 1, 0, 2]
            let other = Array("PROXY TCP4 203.0.113.8 192.0.2.1 1 2\r\n".utf8)
            let local = signature + [0x20, 0, 0, 0]
            let forged = [HTTPHeader("X-Forwarded-For", "203.0.113.7")]
            let second = Array("PROXY TCP4 10.1.2.3 192.0.2.1 1 2\r\n".utf8)
            // The last one is another proxy, before the first: it names the client in its header.
            let all: [(beginning: [UInt8], headers: [HTTPHeader], isOffice: Bool)] = [
                (text, [], true), (binary, [], true), (other, forged, false), (local, forged, false),
                (second, forged, true),
            ]
            for (beginning, headers, expected) in all {
                let isOffice = try self.isOffice(gateway, from: Self.proxy, headers, after: beginning)
                #expect(isOffice == expected, "\(beginning)")
            }
            // A peer elsewhere speaks HTTP from the start.
            let page = try gateway.http().request(.get, "/healthz")
            #expect(page.status == 200)
            #expect(throws: ClientError.self) { try self.isOffice(gateway, from: Self.proxy, []) }
            let metrics = try gateway.adminHTTP().request(.get, "/metrics").text
            #expect(metrics.contains(#"reason="proxy_header"} 1"#))
        }
    }

    @Test func `the limits of connections and of failures go by the client's address`() throws {
        try withProxies(["connections.pendingPerAddress": "2", "api.failuresPerMinute": "2", "shards.count": "1"]) {
            gateway in
            func connect(_ address: String) throws -> ClientConnection {
                try gateway.connect(headers: [HTTPHeader("X-Forwarded-For", address)]) {
                    $0.channel.localAddress = Self.proxy
                }
            }
            let first = [try connect("2001:db8::1"), try connect("2001:db8::2")]
            #expect(throws: ClientError.self) { try connect("2001:db8::3") }
            let others = [try connect("2001:db8:0:1::1"), try connect("198.51.100.1"), try connect("198.51.100.2")]
            withExtendedLifetime((first, others)) {}
            func fail(_ address: String) throws -> UInt16 {
                let headers = [HTTPHeader("X-Forwarded-For", address), HTTPHeader.adminKey("wrong")]
                return try http(gateway, from: Self.proxy).request(.post, "/v1/api/admin.ping", headers: headers).status
            }
            let statuses = try (0..<6).map { _ in try fail("198.51.100.7") }
            #expect(statuses.first == 401 && statuses.last == 429, "\(statuses)")
            #expect(try fail("198.51.100.8") == 401)
        }
    }

    @Test func `a hook sees the client's address`() throws {
        let server = try HookServer { _ in .allow }
        let settings = server.settings("session.open").merging(["proxy.trusted": #"["\#(Self.proxy)"]"#]) { $1 }
        try withChat(settings) { gateway in
            let guest = try gateway.guest(headers: [HTTPHeader("X-Forwarded-For", "2001:db8::7")]) {
                $0.channel.localAddress = Self.proxy
            }
            _ = try guest.open(token: gateway.token("alice")).get()
            #expect(try #require(server.asks.first).json["address"]?.string == "2001:db8::7")
        }
    }
}
