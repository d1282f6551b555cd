import Client
import ClientProtocol
import Framing
import Testing

/// Which requests become a WebSocket, and what the others are told.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct UpgradeTests {
    @Test func `a client that offers the subprotocol gets it`() throws {
        try withGateway { gateway in
            let connection = try gateway.connect { $0.subprotocols = ["other", "martlet.v1.json"] }
            #expect(connection.subprotocol == "martlet.v1.json")
        }
    }

    @Test func `a client that offers no subprotocol is taken without`() throws {
        try withGateway { gateway in
            let session = ClientSession(try gateway.connect { $0.subprotocols = [] })
            #expect(session.connection.subprotocol == nil)
            #expect(try session.open(token: gateway.keys.token("anna")).error == nil)
        }
    }

    @Test func `a client that offers only other subprotocols is refused with 400`() throws {
        try withGateway { gateway in
            let response = try gateway.upgrade(with: ["Sec-WebSocket-Protocol": "martlet.v9.cbor"])
            #expect(response.status == 400)
        }
    }

    @Test(arguments: ["token", "access_token", "JWT", "authorization", "userSig", "t%6Fken"])
    func `a token in the URL is refused with 400`(parameter: String) throws {
        try withGateway { gateway in
            let target = "\(ClientSession.path)?v=1&\(parameter)=\(gateway.keys.token("anna"))"
            let response = try gateway.upgrade(target)
            #expect(response.status == 400)
            #expect(!response.text.contains("eyJ"))
        }
    }

    @Test func `other parameters in the URL do no harm`() throws {
        try withGateway { gateway in
            let response = try gateway.upgrade("\(ClientSession.path)?tokens=1&x")
            #expect(response.status == 101)
        }
    }

    @Test(arguments: [
        "https://evil.example", "http://localhost", "null", "https://127.0.0.1", "file://",
        "http://127.0.0.1.evil.example",
    ])
    func `a page of a foreign origin is closed with 4403, and the log names it once`(origin: String) throws {
        try withGateway(["origins.allowed": #"["https://app.example"]"#]) { gateway in
            for _ in 1...2 {
                let page = try gateway.guest(headers: [HTTPHeader("Origin", origin)])
                #expect(try page.closeCode() == .foreignOrigin)
            }
            try until("the log names it") { try gateway.errors.contains("a page of a foreign origin") }
            let lines = try gateway.errors.split(separator: "\n").filter { $0.contains("a page of a foreign origin") }
            #expect(lines.count == 1, "\(lines)")
        }
    }

    @Test func `an Origin that no browser sends is refused with 403`() throws {
        try withGateway { gateway in
            let response = try gateway.upgrade(with: ["Origin": "nonsense"])
            #expect(response.status == 403)
        }
    }

    @Test func `a page of the gateway's own host but another port or scheme is closed with 4403`() throws {
        try withGateway { gateway in
            for origin in ["http://127.0.0.1:\(gateway.port ^ 1)", "https://127.0.0.1:\(gateway.port)"] {
                let page = try gateway.guest(headers: [HTTPHeader("Origin", origin)])
                #expect(try page.closeCode() == .foreignOrigin, "\(origin)")
            }
        }
    }

    @Test func `a page of the same origin or a listed one may connect`() throws {
        try withGateway(["origins.allowed": #"["https://app.example", "http://dev.example:3000"]"#]) { gateway in
            let own = "http://127.0.0.1:\(gateway.port)"
            for origin in [own, "https://app.example", "https://APP.example:443", "http://dev.example:3000"] {
                let response = try gateway.upgrade(with: ["Origin": origin])
                #expect(response.status == 101, "\(origin)")
            }
        }
    }

    @Test func `with * every page may connect`() throws {
        try withGateway(["origins.allowed": #"["*"]"#]) { gateway in
            let response = try gateway.upgrade(with: ["Origin": "https://evil.example"])
            #expect(response.status == 101)
        }
    }

    @Test func `a plain GET of the endpoint is told to upgrade with 426`() throws {
        try withGateway { gateway in
            let response = try gateway.http().request(.get, ClientSession.path)
            #expect(response.status == 426)
            #expect(response.headers.first(of: "upgrade") == "websocket")
            #expect(response.headers.first(of: "sec-websocket-version") == "13")
        }
    }

    @Test func `another version of the protocol is told the right one with 426`() throws {
        try withGateway { gateway in
            let response = try gateway.upgrade(with: ["Sec-WebSocket-Version": "8"])
            #expect(response.status == 426)
            #expect(response.headers.first(of: "sec-websocket-version") == "13")
        }
    }

    @Test(arguments: ["", "short", "AAAAAAAAAAAAAAAAAAAAAAA=", "*AAAAAAAAAAAAAAAAAAAAA=="])
    func `a key that is not sixteen bytes is refused with 400`(key: String) throws {
        try withGateway { gateway in
            let response = try gateway.upgrade(with: ["Sec-WebSocket-Key": key])
            #expect(response.status == 400)
        }
    }

    @Test func `there is no WebSocket elsewhere`() throws {
        try withGateway { gateway in
            for target in ["/", "/v1/ws/", "/v2/ws", "/healthz/", "/v1"] {
                let response = try gateway.upgrade(target)
                #expect(response.status == 404, "\(target)")
            }
        }
    }

    @Test func `a frame right behind the upgrade request is heard`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            let ping = "\u{89}\u{80}\0\0\0\0".unicodeScalars.map { UInt8($0.value) }
            try http.channel.write(Array(upgradeRequest(ClientSession.path, [:]).utf8) + ping)
            #expect(try http.response().status == 101)
            #expect(try http.channel.read() == [0x8A, 0])
        }
    }
}

/// A good upgrade request, but for the headers that are given.
private func upgradeRequest(_ target: String, _ changed: [String: String]) -> String {
    let standard = [
        "Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    let headers = standard.merging(changed) { $1 }.map { "\($0): \($1)\r\n" }.joined()
    return "GET \(target) HTTP/1.1\r\n\(headers)\r\n"
}

extension GatewayProcess {
    fileprivate func upgrade(
        _ target: String = ClientSession.path, with changed: [String: String] = [:]
    ) throws -> HTTPClientResponse {
        let http = try http()
        let host = ["Host": endpoint.authority]
        try http.send(raw: upgradeRequest(target, host.merging(changed) { $1 }))
        return try http.response()
    }
}
