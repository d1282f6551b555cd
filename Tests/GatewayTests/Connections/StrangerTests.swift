import Client
import Framing
import Testing

/// Requests over HTTP of senders whom nobody knows.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct StrangerTests {
    private static let few = [
        "requests.perSecondPerAddress": "1", "requests.burstPerAddress": "10", "api.failuresPerMinute": "1000",
        "shards.count": "1",
    ]

    /// Not the address of the tests themselves.
    private func http(_ gateway: GatewayProcess, from address: String = "127.0.0.7") throws -> HTTPConnection {
        var options = gateway.channelOptions
        options.localAddress = address
        return try HTTPConnection(gateway.endpoint, options)
    }

    static let requests = [
        "GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /nothing HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /v1/ws HTTP/1.1\r\nHost: h\r\n\r\n",
        "OPTIONS /v1/api/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n",
        "OPTIONS /v1/api/message.send HTTP/1.1\r\nHost: h\r\n\r\n",
        "OPTIONS /v1/channels/live/events HTTP/1.1\r\nHost: h\r\n\r\n",
        "POST /v1/api/session.list HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
        "POST /v1/api/session.list HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer x.y.z\r\nContent-Length: 0\r\n\r\n",
        "POST /v1/api/admin.ping HTTP/1.1\r\nHost: h\r\nMartlet-Key: wrong\r\nContent-Length: 0\r\n\r\n",
        "POST /v1/api/session.list HTTP/1.1\r\nHost: h\r\nOrigin: https://evil.example\r\nContent-Length: 0\r\n\r\n",
        "GET /v1/channels/live/events HTTP/1.1\r\nHost: h\r\n\r\n",
    ]

    @Test func `X-74: beyond the rate of its address a stranger gets 429, and its connection ends`() throws {
        try withGateway(Self.few) { gateway in
            for (number, request) in Self.requests.enumerated() {
                let http = try http(gateway, from: "127.0.1.\(number + 1)")
                try http.send(raw: String(repeating: request, count: 60))
                var responses: [HTTPClientResponse] = []
                while let response = try? http.response() { responses.append(response) }
                let statuses = responses.map(\.status)
                // Ten at once, and one more for each second.
                #expect(
                    (11...40).contains(statuses.count) && statuses.firstIndex(of: 429) == statuses.count - 1,
                    "\(request)")
                #expect(responses.last?.headers.first(of: "connection") == "close")
                #expect(responses.last?.headers.first(of: "retry-after") == "1")
            }
        }
    }

    @Test func `X-74: users, backends and operators are none, and other addresses have their own`() throws {
        try withGateway(Self.few) { gateway in
            let spent = try http(gateway)
            try spent.send(raw: String(repeating: Self.requests[0], count: 60))
            try spent.channel.drain()
            for header in [HTTPHeader.bearer(gateway.token("anna")), .adminKey(gateway.keys.adminKey)] {
                let api = HTTPAPI(try http(gateway), headers: [header])
                let operation = header.name == "Martlet-Key" ? "admin.ping" : "session.list"
                for _ in 0..<30 { #expect(try api.request(operation).error == nil) }
            }
            let session = try gateway.session("anna") { $0.channel.localAddress = "127.0.0.7" }
            #expect(try session.devices() == ["d1"])
            #expect(try http(gateway, from: "127.0.0.8").request(.get, "/readyz").status == 200)
            let operators = try gateway.adminHTTP()
            for _ in 0..<60 { #expect(try operators.request(.get, "/readyz").status == 200) }
        }
    }

    @Test func `X-74: behind a trusted proxy clients count by themselves, and its connection goes on`() throws {
        try withGateway(Self.few.merging(["proxy.trusted": #"["127.0.0.9"]"#]) { $1 }) { gateway in
            let proxy = try http(gateway, from: "127.0.0.9")
            func status(_ client: String) throws -> UInt16 {
                try proxy.request(.get, "/readyz", headers: [HTTPHeader("X-Forwarded-For", client)]).status
            }
            let statuses = try (0..<60).map { _ in try status("198.51.100.7") }
            #expect(statuses.first == 200 && statuses.contains(429))
            #expect(try status("198.51.100.8") == 200)
        }
    }
}
