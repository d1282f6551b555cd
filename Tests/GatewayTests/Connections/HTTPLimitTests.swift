import Client
import Framing
import Testing

/// Every limit of HTTP requests, reached and not passed.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct HTTPLimitTests {
    @Test func `a request line beyond its limit is refused with 414`() throws {
        try withGateway(["http.requestLineBytes": "256"]) { gateway in
            // "GET ", " HTTP/1.1"
            let longest = "/" + String(repeating: "a", count: 256 - 13 - 1)
            let http = try gateway.http()
            #expect(try http.request(.get, longest).status == 404)
            #expect(try http.request(.get, longest + "a").status == 414)
            try http.channel.drain()
        }
    }

    @Test func `a head beyond its limit is refused with 431, before it has come whole`() throws {
        try withGateway(["http.headBytes": "512", "http.requestLineBytes": "256"]) { gateway in
            let http = try gateway.http()
            try http.send(raw: "GET /healthz HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 600))")
            #expect(try http.response().status == 431)
            try http.channel.drain()
        }
    }

    @Test func `more headers than allowed are refused with 431`() throws {
        try withGateway(["http.headerCount": "8"]) { gateway in
            let http = try gateway.http()
            let seven = (1...7).map { HTTPHeader("X-\($0)", "") }
            #expect(try http.request(.get, "/healthz", headers: seven).status == 200)
            #expect(try http.request(.get, "/healthz", headers: seven + [HTTPHeader("X-8", "")]).status == 431)
            try http.channel.drain()
        }
    }

    @Test func `a body beyond its limit is refused with 413 as soon as it is announced`() throws {
        try withGateway(["http.bodyBytes": "1000"]) { gateway in
            let http = try gateway.http()
            #expect(try http.request(.post, "/healthz", body: Array(repeating: 0, count: 1000)).status == 405)
            try http.send(raw: "POST /healthz HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n")
            #expect(try http.response().status == 413)
            try http.channel.drain()
        }
    }

    @Test func `chunks beyond the body's limit are refused with 413`() throws {
        try withGateway(["http.bodyBytes": "1000"]) { gateway in
            let http = try gateway.http()
            try http.send(raw: "POST /healthz HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            try http.send(raw: "258\r\n\(String(repeating: "x", count: 600))\r\n191\r\n")
            #expect(try http.response().status == 413)
            try http.channel.drain()
        }
    }

    @Test func `chunk extensions beyond their limit are refused with 400`() throws {
        try withGateway(["http.chunkExtensionBytes": "64"]) { gateway in
            let http = try gateway.http()
            let head = "POST /healthz HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
            try http.send(raw: "\(head)1;a=b\r\nx\r\n0\r\n\r\n")
            #expect(try http.response().status == 405)
            try http.send(raw: "\(head)1;a=\(String(repeating: "b", count: 80))\r\nx\r\n0\r\n\r\n")
            #expect(try http.response().status == 400)
            try http.channel.drain()
        }
    }

    @Test func `a body that drips is given no more time than a head`() throws {
        try withGateway(["http.headTimeoutMilliseconds": "300"]) { gateway in
            let http = try gateway.http()
            try http.send(raw: "POST /healthz HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n")
            let began = ContinuousClock.now
            for _ in 0..<5 {
                try http.send(raw: "x")
                pause(.milliseconds(40))
            }
            #expect(try http.response().status == 408)
            #expect(began.duration(to: .now) < .seconds(5))
        }
    }

    @Test func `a client that asks whether to send its body is told to`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            try http.send(raw: "POST /healthz HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(try http.response().status == 100)
            try http.send(raw: "ok")
            #expect(try http.response().status == 405)
        }
    }

    @Test func `a request that does not come to its end in time is refused with 408, however it drips`() throws {
        try withGateway(["http.headTimeoutMilliseconds": "300"]) { gateway in
            let http = try gateway.http()
            let began = ContinuousClock.now
            for byte in "GET /".utf8 {
                try http.channel.write([byte])
                pause(.milliseconds(40))
            }
            let response = try http.response()
            #expect(response.status == 408)
            #expect(began.duration(to: .now) < .seconds(5))
            try http.channel.drain()
        }
    }

    @Test func `a request after another has the same time`() throws {
        try withGateway(["http.headTimeoutMilliseconds": "300"]) { gateway in
            let http = try gateway.http()
            #expect(try http.request(.get, "/healthz").status == 200)
            try http.send(raw: "GET /healthz HTTP/1.1\r\n")
            #expect(try http.response().status == 408)
        }
    }

    @Test func `a connection on which nothing is asked is ended without a word`() throws {
        try withGateway(["http.headTimeoutMilliseconds": "300"]) { gateway in
            let http = try gateway.http()
            try http.channel.drain(within: .seconds(5))
            #expect(try gateway.http().request(.get, "/healthz").status == 200)
        }
    }

    @Test func `a connection may rest between requests as long as the idle timeout`() throws {
        let timeouts = ["http.headTimeoutMilliseconds": "200", "http.idleTimeoutMilliseconds": "800"]
        try withGateway(timeouts) { gateway in
            let http = try gateway.http()
            #expect(try http.request(.get, "/healthz").status == 200)
            pause(.milliseconds(400))
            #expect(try http.request(.get, "/healthz").status == 200)
            let began = ContinuousClock.now
            try http.channel.drain(within: .seconds(5))
            #expect(began.duration(to: .now) > .milliseconds(600))
        }
    }
}
