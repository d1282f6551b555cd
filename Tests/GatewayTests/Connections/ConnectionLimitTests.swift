import Client
import Framing
import Testing

/// How many connections there may be.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct ConnectionLimitTests {
    @Test func `connections beyond the total are closed at once, and taken again when others have gone`() throws {
        try withGateway(["connections.total": "3"]) { gateway in
            var sessions = try (0..<3).map { number in
                try patiently { try gateway.session("anna", device: "d\(number)") }
            }
            #expect(throws: ClientError.self) { try gateway.connect() }
            #expect(try sessions[0].devices().count == 3)
            sessions.removeLast()
            _ = try gateway.patientHTTP()
            #expect(try gateway.metric(#"martlet_connections_refused_total{reason="total"}"#) > 0)
        }
    }

    @Test func `an address may have so many connections without a session, and other addresses theirs`() throws {
        try withGateway(["connections.pendingPerAddress": "3"]) { gateway in
            let elsewhere = { (options: inout ClientConnection.Options) in options.channel.localAddress = "127.0.0.2" }
            var guests = try (0..<3).map { _ in try patiently { try gateway.guest() } }
            #expect(throws: ClientError.self) { try gateway.connect() }
            _ = try gateway.session("bert", elsewhere)
            // A connection that has opened a session does not count any more.
            _ = try guests[0].open(token: gateway.keys.token("anna")).get()
            guests.append(try gateway.guest())
            #expect(throws: ClientError.self) { try gateway.connect() }
            // Nor who has gone.
            guests.removeLast()
            try until("there is room again") { (try? gateway.connect()) != nil }
        }
    }

    @Test func `plain HTTP connections count against the address as well`() throws {
        try withGateway(["connections.pendingPerAddress": "2"]) { gateway in
            let first = try gateway.patientHTTP()
            let second = try gateway.patientHTTP()
            #expect(throws: ClientError.self) { try gateway.http().request(.get, "/healthz") }
            #expect(try first.request(.get, "/healthz").status == 200)
            #expect(try second.request(.get, "/healthz").status == 200)
        }
    }

    @Test func `after a request of a user or a guest its connection still counts, and a stream does not`() throws {
        try withChat(["connections.pendingPerAddress": "2", "channels.guests": "true"]) { gateway in
            let admin = try patiently { try gateway.admin() }
            try admin.manage("create", "live", #""access": "guests""#)
            var clients = try (0..<2).map { _ in try gateway.patientHTTP() }
            #expect(try clients[0].request(.get, "/v1/channels/none/events").status == 404)
            let token = HTTPHeader.bearer(gateway.token("alice"))
            #expect(try clients[1].request(.post, "/v1/api/profile.getSelf", headers: [token]).status == 200)
            #expect(throws: ClientError.self) { try gateway.http().request(.get, "/healthz") }
            clients.removeLast()
            let streams = try (0..<3).map { _ in
                try patiently { try EventStreamClient(gateway, at: "/v1/channels/live/events", []) }
            }
            #expect(streams.map(\.status) == [200, 200, 200])
            // A backend may have as many connections as it likes.
            let backends = try (0..<3).map { _ in
                let http = try gateway.patientHTTP()
                let key = HTTPHeader.adminKey(gateway.keys.adminKey)
                #expect(try http.request(.post, "/v1/api/admin.ping", headers: [key]).status == 200)
                return http
            }
            withExtendedLifetime((clients, streams, backends)) {}
        }
    }

    @Test func `a gateway out of descriptors goes on serving, and takes new clients when others have gone`() throws {
        // It has 40 for itself, and opens some more when it first needs them.
        try withGateway(["shards.count": "1"], launcher: descriptors(100...100)) { gateway in
            let first = try gateway.session("anna")
            var idle: [Channel] = []
            for _ in 0..<110 { idle.append(try Channel(Endpoint(port: gateway.port))) }
            #expect(try first.devices() == ["d1"])
            // It waits in the kernel's queue meanwhile.
            let waiting = try HTTPConnection(gateway.endpoint)
            try waiting.send(raw: "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
            idle.removeAll()
            #expect(try waiting.response().status == 200)
            #expect(try gateway.metric(#"martlet_connections_refused_total{reason="descriptors"}"#) > 0)
            #expect(try first.devices() == ["d1"])
        }
    }

    @Test func `a gateway takes the descriptors that the system allows, and says where these are too few`() throws {
        try withGateway(["connections.total": "300"], launcher: descriptors(40...400)) { gateway in
            let most = try gateway.metric("process_max_fds")
            let clients = try (0..<100).map { _ in try Channel(Endpoint(port: gateway.port)) }
            let devices = try gateway.session("anna").devices()
            let warnings = try gateway.logged("fewer descriptors than connections.total")
            #expect((most, clients.count, devices, warnings.count) == (400, 100, ["d1"], 1))
        }
        try withGateway(["connections.total": "200"], launcher: descriptors(40...400)) { gateway in
            let warnings = try gateway.logged("fewer descriptors than connections.total")
            #expect(warnings.isEmpty)
        }
    }

    @Test(.enabled("this machine has no IPv6") { try hasIPv6() })
    func `the gateway serves IPv6 as well, and counts its addresses`() throws {
        try withGateway(["listen.address": #""::1""#, "connections.pendingPerAddress": "2"]) { gateway in
            let guests = try (0..<2).map { _ in try patiently { try gateway.guest() } }
            #expect(throws: ClientError.self) { try gateway.connect() }
            #expect(try guests[0].open(token: gateway.keys.token("anna")).error == nil)
            #expect(try guests[1].open(token: gateway.keys.token("bert")).error == nil)
        }
    }
}

/// How many descriptors it may have open at first, and how many it may ask for.
private func descriptors(_ limits: ClosedRange<Int>) -> [String] {
    ["/usr/bin/prlimit", "--nofile=\(limits.lowerBound):\(limits.upperBound)", "--"]
}

private func hasIPv6() throws -> Bool {
    try Workspace.read("/proc/net/if_inet6").contains(" lo\n")
}

/// The gateway may not have heard yet that those who came before have gone, as who asked whether it is ready.
private func patiently<Client>(_ connect: () throws -> Client) throws -> Client {
    try until("there is room for a client") { try? connect() }
}

extension GatewayProcess {
    /// A connection that is served.
    fileprivate func patientHTTP() throws -> HTTPConnection {
        try patiently {
            let http = try http()
            _ = try http.request(.get, "/healthz")
            return http
        }
    }
}
