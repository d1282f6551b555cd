import Bytes
import Client
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

/// Responses that the service gives later than it is asked for them.
struct LateResponseTests {
    private func server(tls: Bool = false) throws -> TestServer {
        var script = TestService.Script()
        script.page = nil
        return try TestServer(tls: tls ? try TestCertificate.shared.context() : nil, script: script)
    }

    private func answer(_ server: TestServer, _ path: String) throws {
        let answered = try until("a request for \(path)") { try server.inShard { $0.answerFirst() } }
        #expect(answered == path)
    }

    @Test(arguments: [false, true])
    func `requests that come behind one that waits for its response are answered after it, in their order`(
        tls: Bool
    ) throws {
        let server = try server(tls: tls)
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        try http.send(raw: ["/1", "/2", "/3"].map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
        for path in ["/1", "/2", "/3"] {
            try answer(server, path)
            #expect(try http.response().text == path)
        }
        // It is an ordinary connection again.
        try http.send(raw: "HEAD /4 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        try answer(server, "/4")
        let head = try http.response(toHead: true)
        #expect(head.body.isEmpty && head.headers.first(of: "content-length") == "2")
        try http.channel.drain()
        try server.expectNothingLeft()
    }

    @Test func `a WebSocket may follow upon a response that was late`() throws {
        let server = try server()
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        let upgrade =
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        try http.send(raw: "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n" + upgrade)
        try answer(server, "/1")
        #expect(try http.response().text == "/1")
        try http.channel.write(maskedFrame(.binary, [7]))
        try until("an echo") {
            _ = try http.channel.fill(by: .after(.seconds(10)), waitingFor: "an echo")
            return http.channel.input.bytes.suffix(3).elementsEqual([0x82, 1, 7])
        }
    }

    @Test func `who has gone before the response leaves nothing behind`() throws {
        let server = try server()
        do {
            let channel = try server.channel()
            try channel.write(Array("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\n".utf8))
            try until("the request") { server.total(\.bytesReceived.value) > 0 }
            channel.resetAtEnd()
        }
        try server.expectNothingLeft()
        try answer(server, "/1")
        try server.expectNothingLeft()
    }

    @Test func `over TLS the client may end its side behind the request`() throws {
        let server = try server(tls: true)
        let http = try HTTPConnection(server.endpoint, server.channelOptions)
        try http.send(raw: "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
        try http.channel.endWriting()
        try answer(server, "/1")
        #expect(try http.response().text == "/1")
        try http.channel.drain()
    }
}
