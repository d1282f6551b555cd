import Client
import Framing
import Glibc
import Testing

/// The listener for operators and backends, beside the clients' port.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct AdminListenerTests {
    @Test func `O-02: metrics are for operators, and on the clients' port only where that is asked for`() throws {
        try withGateway { gateway in
            let page = try gateway.adminHTTP().request(.get, "/metrics").text
            #expect(page.contains("\nmartlet_build_info{"))
            #expect(try gateway.http().request(.get, "/metrics").status == 404)
        }
        try withGateway(["listen.serves": #"["sessions", "metrics"]"#, "admin.listen": "false"]) { gateway in
            let page = try gateway.http().request(.get, "/metrics").text
            #expect(gateway.adminEndpoint == nil)
            #expect(page.contains("\nmartlet_build_info{"))
        }
    }

    @Test func `O-02: health is shown by both listeners`() throws {
        try withGateway { gateway in
            for http in [try gateway.http(), try gateway.adminHTTP()] {
                #expect(try http.request(.get, "/healthz").status == 200)
                #expect(try http.request(.get, "/readyz").status == 200)
            }
        }
    }

    @Test func `O-10: an idle gateway's metrics are small, and smaller where operations are not told apart`() throws {
        try withGateway { gateway in
            let page = try gateway.adminHTTP().request(.get, "/metrics").body
            #expect(page.count < 64 << 10)
        }
        try withGateway(["metrics.perOperation": "false"]) { gateway in
            let session = try gateway.session("anna")
            _ = try session.devices()
            _ = try session.refusal("no.such")
            #expect(try gateway.metric(#"martlet_requests_total{operation="all",result="ok"}"#) == 2)
            #expect(try gateway.metric(#"martlet_requests_total{operation="all",result="refused"}"#) == 1)
            #expect(try gateway.metric(#"martlet_request_seconds_count{operation="all"}"#) == 3)
            let page = try gateway.adminHTTP().request(.get, "/metrics").text
            #expect(!page.contains(#"operation="session.list""#) && page.utf8.count < 32 << 10)
        }
    }

    // MARK: - Who is served where

    @Test func `O-03: the operators' listener takes admin keys, over HTTP and in sessions, and no users`() throws {
        try withGateway { gateway in
            let http = try gateway.adminHTTP()
            #expect(try Self.ping(http, gateway.keys.adminKey) == 200)
            let token = gateway.token("anna")
            let refused = HTTPAPI(http, headers: [.bearer(token)])
            let (reply, response) = try refused.exchange("session.list")
            #expect(response.status == 403 && reply.error?.keys == ["Authorization"])
            #expect(try http.request(.get, "/v1/api/openapi.json").status == 200)

            let admin = try Self.guest(gateway)
            _ = try admin.request("session.open", #"{"adminKey": "\#(gateway.keys.adminKey)"}"#).get()
            #expect(try admin.request("admin.ping").error == nil)
            let user = try Self.guest(gateway).request("session.open", #"{"token": "\#(token)", "device": "d"}"#)
            #expect(user.error?.code == 1002 && user.error?.keys == ["token"])
        }
    }

    @Test func `O-04: on the clients' port backends, users' requests over HTTP and sessions can be turned off`() throws
    {
        try withGateway(["listen.serves": #"["sessions"]"#]) { gateway in
            _ = try gateway.session("anna").devices()
            let opening = #"{"adminKey": "\#(gateway.keys.adminKey)"}"#
            #expect(try gateway.guest().request("session.open", opening).error?.keys == ["adminKey"])
            for page in ["/v1/api/admin.ping", "/v1/api/session.list", "/v1/api/openapi.json"] {
                #expect(try gateway.http().request(.post, page).status == 404)
            }
            #expect(try Self.ping(gateway.adminHTTP(), gateway.keys.adminKey) == 200)
        }
        try withGateway(["listen.serves": #"["sessions", "api"]"#]) { gateway in
            let listed = try gateway.api([.bearer(gateway.token("anna"))]).request("session.list")
            #expect(listed.error == nil)
            #expect(try Self.ping(gateway.http(), gateway.keys.adminKey) == 403)
        }
        try withGateway(["listen.serves": #"["backends"]"#]) { gateway in
            let answer = try Self.ping(gateway.http(), gateway.keys.adminKey)
            #expect(answer == 200)
            let opening = #"{"token": "\#(gateway.token("anna"))", "device": "d"}"#
            #expect(try gateway.guest().request("session.open", opening).error?.keys == ["token"])
            #expect(try gateway.api([.bearer(gateway.token("anna"))]).request("session.list").error?.code == 1002)
        }
        try withGateway(["listen.serves": "[]"]) { gateway in
            let page = try gateway.http().request(.get, ClientSession.path)
            #expect(page.status == 404)
            #expect(throws: ClientError.self) { try gateway.connect() }
        }
    }

    @Test func `O-04: where no backends are served, a body of theirs may be no longer than any other`() throws {
        let settings = ["listen.serves": #"["sessions", "api"]"#, "http.bodyBytes": "1000"]
        try withGateway(settings) { gateway in
            func status(_ http: HTTPConnection) throws -> UInt16 {
                try http.request(
                    .post, "/v1/api/admin.message.send", headers: [.adminKey(gateway.keys.adminKey)],
                    body: [UInt8](repeating: 32, count: 1_001)
                ).status
            }
            let (clients, operators) = (try status(gateway.http()), try status(gateway.adminHTTP()))
            // At the operators' listener it has been read, and is none of JSON.
            #expect(clients == 413 && operators == 415)
        }
    }

    @Test func `O-05: clients that use up all connections or fail with wrong keys keep no operator out`() throws {
        let settings = ["connections.total": "3", "api.failuresPerMinute": "2", "shards.count": "1"]
        try withGateway(settings) { gateway in
            let wrong = try gateway.http()
            for _ in 0..<2 { #expect(try Self.ping(wrong, "wrong") == 401) }
            try until("the address has failed often enough") { try Self.ping(wrong, gateway.keys.adminKey) == 429 }
            var others: [ClientSession] = []
            try until("all connections are used") {
                guard let other = try? gateway.guest() else { return true }
                others.append(other)
                return false
            }
            #expect(try Self.ping(gateway.adminHTTP(), gateway.keys.adminKey) == 200)
            withExtendedLifetime(others) {}
        }
    }

    @Test func `O-05: operators have a number of connections of their own`() throws {
        try withGateway(["admin.connections": "2"]) { gateway in
            func backend() throws -> HTTPConnection {
                let http = try gateway.adminHTTP()
                #expect(try Self.ping(http, gateway.keys.adminKey) == 200)
                return http
            }
            let first = try until("a connection") { try? backend() }
            let second = try until("another") { try? backend() }
            #expect(throws: ClientError.self) { try backend() }
            #expect(try gateway.http().request(.get, "/healthz").status == 200)
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test func `O-05: connections on which nobody shows a key give way to operators, the oldest first`() throws {
        try withGateway(["admin.connections": "4", "shards.count": "1"]) { gateway in
            let endpoint = try #require(gateway.adminEndpoint)
            let silent = try (0..<12).map { _ in try Channel(endpoint) }
            // The last ones have begun a request, or a session.
            let half = try gateway.adminHTTP()
            try half.send(raw: "POST /v1/api/admin.ping HTTP/1.1\r\nHost: h\r\n")
            let guest = try Self.guest(gateway)
            let operators = try (0..<4).map { _ in
                let http = try gateway.adminHTTP()
                #expect(try Self.ping(http, gateway.keys.adminKey) == 200)
                return http
            }
            for channel in silent { try channel.drain() }
            try half.channel.drain()
            // Of those who have shown one, none gives way.
            #expect(throws: ClientError.self) { try Self.served(gateway.adminHTTP()) }
            for http in operators { #expect(try Self.ping(http, gateway.keys.adminKey) == 200) }
            withExtendedLifetime(guest) {}
        }
    }

    @Test func `O-05: what proxies must say, operators need not`() throws {
        let proxied = ["proxy.trusted": #"["127.0.0.9"]"#, "proxy.protocol": #""required""#]
        try withGateway(proxied) { gateway in
            var options = Channel.Options()
            options.localAddress = "127.0.0.9"
            let http = try HTTPConnection(try #require(gateway.adminEndpoint), options)
            #expect(try Self.ping(http, gateway.keys.adminKey) == 200)
        }
    }

    @Test
    func `O-07: an address that others reach speaks TLS where there are certificates, and is warned about otherwise`()
        throws
    {
        let open = ["admin.listen": #""0.0.0.0:0""#]
        try withGateway(open) { gateway in
            try gateway.waitForLog("admin.listen can be reached from other machines, without TLS")
        }
        let workspace = try Workspace()
        let secured = ["tls.certificates": "[\(try OpenSSL.certificate("admin", in: workspace))]"]
        try withGateway(open.merging(secured) { $1 }, workspace: workspace) { gateway in
            let port = try #require(gateway.adminEndpoint?.port)
            let secure = Endpoint(isSecure: true, port: port)
            #expect(try HTTPConnection(secure, gateway.channelOptions).request(.get, "/metrics").status == 200)
            #expect(try gateway.logged("admin.listen can be reached from other machines, without TLS").isEmpty)
        }
    }

    @Test func `O-07: on this machine it stays plain, also after new certificates`() throws {
        let workspace = try Workspace()
        let secured = ["tls.certificates": "[\(try OpenSSL.certificate("plain", in: workspace))]"]
        try withGateway(secured, workspace: workspace) { gateway in
            let page = try gateway.adminHTTP().request(.get, "/metrics")
            #expect(page.status == 200)
            gateway.signal(SIGHUP)
            try gateway.waitForLog("certificates reloaded")
            #expect(try gateway.adminHTTP().request(.get, "/metrics").status == 200)
            #expect(try gateway.http().request(.get, "/healthz").status == 200)
        }
    }

    // MARK: - What cannot be had

    @Test func `O-01: a port that is taken is told at the start`() throws {
        try withGateway { gateway in
            let port = try #require(gateway.adminEndpoint?.port)
            let (end, errors) = try Self.startAnother(["admin.listen": "\(port)"])
            #expect(end == .exited(78))
            #expect(errors.hasPrefix("admin.listen: cannot listen on 127.0.0.1 port \(port) (bind: "), "\(errors)")
        }
    }

    // MARK: - A Unix socket

    @Test
    func `O-08: a Unix socket serves operators, for the gateway's user and group alone, and goes with the gateway`()
        throws
    {
        let workspace = try Workspace()
        let path = workspace("admin.sock")
        try withGateway(["admin.listen": #""./admin.sock""#, "shards.count": "3"], workspace: workspace) { gateway in
            #expect(Self.mode(of: path) == 0o660)
            let connections = try (0..<20).map { _ in try gateway.adminHTTP() }
            for http in connections { #expect(try Self.ping(http, gateway.keys.adminKey) == 200) }
            try gateway.stop()
            #expect(Self.mode(of: path) == nil)
        }
    }

    @Test func `O-09: a key for this machine is good at the Unix socket`() throws {
        let workspace = try Workspace()
        let secret = Keys().adminKey
        try workspace.write(
            "local.json", #"{"keys": [{"name": "local", "secret": "\#(secret)", "addresses": ["127.0.0.1"]}]}"#)
        let settings = ["admin.listen": #""./admin.sock""#, "auth.adminKeysFile": #""local.json""#]
        try withGateway(settings, workspace: workspace) { gateway in
            let answer = try Self.ping(gateway.adminHTTP(), secret)
            #expect(answer == 200)
        }
    }

    @Test func `O-08: the socket of a killed gateway is replaced, that of a living one is not`() throws {
        let workspace = try Workspace()
        try withGateway(["admin.listen": #""./admin.sock""#], workspace: workspace) { gateway in
            gateway.signal(SIGKILL)
            _ = try gateway.wait()
            #expect(Self.mode(of: workspace("admin.sock")) != nil)
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            #expect(try gateway.adminHTTP().request(.get, "/metrics").status == 200)

            let (end, errors) = try Self.startAnother(["admin.listen": #""\#(workspace("admin.sock"))""#])
            #expect(end == .exited(78))
            #expect(errors.contains("cannot listen on \(workspace("admin.sock")) (bind: "), "\(errors)")
            #expect(try gateway.adminHTTP().request(.get, "/metrics").status == 200)
        }
    }

    @Test func `O-08: a gateway that takes over gets the socket, and the end of the former does not take it away`()
        throws
    {
        let workspace = try Workspace()
        let settings = ["admin.listen": #""\#(workspace("admin.sock"))""#, "listen.reusePort": "true"]
        try withGateway(settings, workspace: try Workspace()) { former in
            try withGateway(settings, workspace: try Workspace()) { next in
                try former.stop()
                #expect(try Self.ping(next.adminHTTP(), next.keys.adminKey) == 200)
                try next.stop()
                #expect(Self.mode(of: workspace("admin.sock")) == nil)
            }
        }
    }

    @Test func `O-08: a file that is no socket is not replaced`() throws {
        let workspace = try Workspace()
        let path = try workspace.write("precious", "text")
        let (end, errors) = try Self.startAnother(["admin.listen": #""\#(path)""#])
        #expect(end == .exited(78))
        #expect(errors.hasPrefix("admin.listen: cannot listen on \(path)"), "\(errors)")
        #expect(try workspace.read("precious") == "text")
    }

    // MARK: - Ways

    private static func ping(_ http: HTTPConnection, _ key: String) throws -> Int {
        Int(try http.request(.post, "/v1/api/admin.ping", headers: [HTTPHeader("Martlet-Key", key)]).status)
    }

    private static func served(_ http: HTTPConnection) throws -> HTTPConnection {
        _ = try http.request(.get, "/healthz")
        return http
    }

    /// A WebSocket to the operators' listener.
    private static func guest(_ gateway: GatewayProcess) throws -> ClientSession {
        var options = ClientConnection.Options()
        options.subprotocols = [ClientSession.subprotocol]
        let endpoint = try #require(gateway.adminEndpoint).with(target: ClientSession.path)
        return ClientSession(try ClientConnection(endpoint, options))
    }

    /// A gateway with data of its own that is not to start.
    private static func startAnother(_ settings: [String: String]) throws -> (ChildProcess.End, errors: String) {
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        let standard = ["listen.port": "0", "auth.keysFile": #""keys.json""#]
        let file = try workspace.write("martlet.json5", GatewayProcess.text(of: standard.merging(settings) { $1 }))
        let run = try Martlet.run(["serve", "--config", file], in: workspace)
        return (run.end, run.errors)
    }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
}
