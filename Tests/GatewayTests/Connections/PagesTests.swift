import Client
import Framing
import JSON
import Testing

/// The gateway's pages over plain HTTP/1.1.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct PagesTests {
    @Test func `healthz says that the process lives`() throws {
        try withGateway { gateway in
            let response = try gateway.http().request(.get, "/healthz")
            #expect(response.status == 200)
        }
    }

    @Test func `readyz says in JSON that the gateway takes traffic`() throws {
        try withGateway { gateway in
            let response = try gateway.http().request(.get, "/readyz")
            #expect(response.status == 200)
            #expect(response.headers.first(of: "content-type") == "application/json")
            let page = try JSONDocument().parse(response.body)
            #expect(page["ready"]?.bool == true)
            #expect(page["reasons"]?.count == 0)
        }
    }

    @Test func `metrics are text as Prometheus reads it`() throws {
        try withGateway { gateway in
            _ = try gateway.session("anna").devices()
            let response = try gateway.adminHTTP().request(.get, "/metrics")
            #expect(response.headers.first(of: "content-type") == "text/plain; version=0.0.4; charset=utf-8")
            let help = /# HELP ([a-z_]+) \S.*/
            let type = /# TYPE ([a-z_]+) (counter|gauge|histogram)/
            let sample = /([a-z_]+)(\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? (-?[0-9.e+-]+)/
            var declared: Set<Substring> = []
            var described: Set<Substring> = []
            for line in response.text.split(separator: "\n") {
                if let match = line.wholeMatch(of: help) {
                    #expect(described.insert(match.1).inserted, "\(match.1) is described twice")
                } else if let match = line.wholeMatch(of: type) {
                    #expect(declared.insert(match.1).inserted, "\(match.1) is declared twice")
                } else {
                    let match = try #require(line.wholeMatch(of: sample), "\(line)")
                    let family = match.1.replacing(/_(bucket|sum|count)$/, with: "")
                    #expect(declared.contains(match.1) || declared.contains(Substring(family)), "\(line)")
                }
            }
            #expect(declared == described && declared.count > 15)
            #expect(response.text.hasSuffix("\n"))
        }
    }

    @Test func `counters move with what happens`() throws {
        try withGateway { gateway in
            do {
                let session = try gateway.session("anna")
                _ = try session.devices()
                _ = try session.devices()
                _ = try session.refusal("no.such")
                #expect(try gateway.metric("martlet_sessions_open") == 1)
                #expect(try gateway.metric("martlet_websockets_open") == 1)
                #expect(try gateway.metric(#"martlet_requests_total{operation="session.list",result="ok"}"#) == 2)
                #expect(try gateway.metric(#"martlet_requests_total{operation="other",result="refused"}"#) == 1)
                #expect(try gateway.metric(#"martlet_request_seconds_count{operation="session.list"}"#) == 2)
                try session.connection.close()
                #expect(try session.closeCode() == .normal)
            }
            try until("the session is gone") { try gateway.metric("martlet_sessions_open") == 0 }
            #expect(try gateway.metric("martlet_sessions_opened_total") == 1)
            #expect(try gateway.metric("martlet_messages_received_total") == 4)
            #expect(try gateway.metric("martlet_messages_sent_total") == 11)
            #expect(try gateway.metric(#"martlet_websocket_closes_total{code="1000"}"#) == 1)
            #expect(try gateway.metric(#"martlet_http_responses_total{status="101"}"#) == 1)
            let received = try gateway.metric("martlet_received_bytes_total")
            #expect(try gateway.metric("martlet_received_bytes_total") > received)
        }
    }

    @Test func `the page of metrics is made at most once in its interval, and shared by all who wait for it`() throws {
        try withGateway(["metrics.intervalMilliseconds": "700"]) { gateway in
            let clients = try (0..<20).map { _ in try gateway.adminHTTP() }
            let began = ContinuousClock.now
            _ = try clients[0].request(.get, "/metrics")
            for http in clients { try http.send(raw: "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n") }
            let pages = try clients.map { try $0.response().text }
            #expect(ContinuousClock.now - began > .milliseconds(500))
            // It counts what was received, so each page of its own would be another one.
            #expect(Set(pages).count == 1)
            // Nobody gets a page that is older than the question.
            let session = try gateway.session("anna")
            #expect(try gateway.metric("martlet_sessions_open") == 1)
            withExtendedLifetime(session) {}
        }
    }

    @Test func `HEAD gets the same head and no body`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            for page in ["/healthz", "/readyz", "/nowhere", ClientSession.path] {
                let get = try http.request(.get, page)
                let head = try http.request(.head, page)
                #expect(head.status == get.status)
                #expect(head.body.isEmpty && !get.body.isEmpty)
                #expect(head.headers.first(of: "content-length") == String(get.body.count))
            }
        }
    }

    @Test func `what is not there is 404, and the connection stays`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            for target in ["/", "/healthz/", "/HEALTHZ", "/v1", "/metrics/../healthz", "/healthz%00"] {
                #expect(try http.request(.get, target).status == 404, "\(target)")
            }
            #expect(try http.request(.get, "/healthz?x=1").status == 200)
        }
    }

    @Test func `what can only be read is 405 for other methods, which Allow names`() throws {
        try withGateway { gateway in
            let http = try gateway.adminHTTP()
            for page in ["/healthz", "/readyz", "/metrics", ClientSession.path] {
                let response = try http.request(.post, page, body: [1, 2, 3])
                #expect(response.status == 405)
                #expect(response.headers.list(of: "allow").contains("GET"))
            }
        }
    }

    @Test func `a connection serves one request after the other`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            for _ in 0..<50 { #expect(try http.request(.get, "/healthz").status == 200) }
            #expect(try gateway.metric("martlet_connections_accepted_total") < 10)
        }
    }

    @Test func `Connection: close and HTTP 1.0 end the connection behind the response`() throws {
        try withGateway { gateway in
            for request in [
                "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET /healthz HTTP/1.0\r\n\r\n",
            ] {
                let http = try gateway.http()
                try http.send(raw: request)
                let response = try http.response()
                #expect(response.status == 200)
                #expect(response.headers.list(of: "connection", contains: "close"))
                try http.channel.drain()
            }
        }
    }

    @Test func `requests in one piece are answered in their order`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            let pages = ["/healthz", "/nowhere", "/readyz", ClientSession.path, "/healthz"]
            try http.send(raw: pages.map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            let statuses = try pages.map { _ in try http.response().status }
            #expect(statuses == [200, 404, 200, 426, 200])
        }
    }

    @Test func `a request that comes byte by byte is a request`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            for byte in "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n".utf8 { try http.channel.write([byte]) }
            #expect(try http.response().status == 200)
        }
    }

    @Test(arguments: [
        "GET /healthz HTTP/1.1\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "POST /healthz HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /healthz HTTP/1.1\nHost: h\n\n", "GET /healthz HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost : h\r\n\r\n", "GET  /healthz HTTP/1.1\r\nHost: h\r\n\r\n",
        "\u{16}\u{3}\u{1}\r\n\r\n",
    ])
    func `a request that two servers could read in two ways is refused with 400, and nothing after it is read`(
        request: String
    ) throws {
        try withGateway { gateway in
            let http = try gateway.http()
            try http.send(raw: request + "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
            let response = try http.response()
            #expect(response.status == 400)
            #expect(response.headers.list(of: "connection", contains: "close"))
            #expect(throws: ClientError.self) { try http.response() }
        }
    }
}
