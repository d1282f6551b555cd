import Client
import Framing
import Testing

/// The names under which the operators' listener answers.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct AdminHostTests {
    /// A browser whose page has its own name lead to this machine sends that name.
    @Test(arguments: [
        "evil.example", "evil.example:7751", "127.0.0.1.evil.example", "localhost.evil.example", "admin.local.",
    ])
    func `O-06: a request for a host of which the listener does not know is refused`(host: String) throws {
        try withGateway(["admin.hosts": #"["admin.local"]"#]) { gateway in
            let key = gateway.keys.adminKey
            let asked = [
                "GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                "POST /v1/api/admin.ping HTTP/1.1\r\nHost: \(host)\r\nMartlet-Key: \(key)\r\n\r\n",
                "GET http://\(host)/readyz HTTP/1.1\r\nHost: \(host)\r\n\r\n",
                "GET /v1/ws HTTP/1.1\r\nHost: \(host)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            ]
            for request in asked {
                let http = try gateway.adminHTTP()
                try http.send(raw: request)
                let refused = try http.response()
                #expect(refused.status == 421 && refused.text.contains("admin.hosts"), "\(request)")
            }
            // Clients come by whatever name.
            let http = try gateway.http()
            try http.send(raw: "GET /healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try http.response().status == 200)
        }
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3:80", "[::1]:7751", "localhost", "LOCALHOST:1", "admin.local", "Admin.Local:443",
    ])
    func `O-06: addresses, localhost and the names of the configuration are answered`(host: String) throws {
        try withGateway(["admin.hosts": #"["Admin.Local"]"#]) { gateway in
            let http = try gateway.adminHTTP()
            try http.send(raw: "GET /readyz HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(try http.response().status == 200)
        }
    }
}
