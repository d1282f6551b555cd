import Bytes
import Client
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

/// Requests that a client sends ahead of their responses.
struct SentAheadTests {
    private static func requests(_ range: Range<Int>, _ more: String = "") -> String {
        range.map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\(more)\r\n" }.joined()
    }

    private func server(
        _ status: HTTPStatus = .ok, tls: Bool = false, _ adjust: (inout TransportOptions) -> Void = { _ in }
    ) throws -> TestServer {
        try TestServer(
            tls: tls ? try TestCertificate.shared.context() : nil, script: TestService.Script(status: status)
        ) {
            $0.requestsPerTurn = 5
            adjust(&$0)
        }
    }

    private func connect(_ server: TestServer) throws -> HTTPConnection {
        try HTTPConnection(server.endpoint, server.channelOptions)
    }

    private func expectPages(_ range: Range<Int>, _ http: HTTPConnection) throws {
        for number in range { #expect(try http.response().text == "/\(number)") }
    }

    @Test(arguments: [false, true])
    func `a turn answers so many of a connection's requests, and the next turns the others in their order`(
        tls: Bool
    ) throws {
        let server = try server(tls: tls)
        let http = try connect(server)
        try http.send(raw: Self.requests(0..<203))
        try expectPages(0..<203, http)
        #expect(try server.inShard { $0.mostInTurn } == 5)
        // It is an ordinary connection again.
        try http.send(raw: Self.requests(203..<204))
        try expectPages(203..<204, http)
    }

    @Test func `several connections have their share of a turn each`() throws {
        let server = try server()
        let clients = try (0..<4).map { _ in try connect(server) }
        for http in clients { try http.send(raw: Self.requests(0..<500)) }
        for http in clients { try expectPages(0..<500, http) }
        #expect(try server.inShard { $0.mostInTurn } <= 20)
    }

    @Test(arguments: [false, true])
    func `a client that has sent all may end its side, and has all its responses`(tls: Bool) throws {
        let server = try server(tls: tls)
        let http = try connect(server)
        try http.send(raw: Self.requests(0..<52))
        try http.channel.endWriting()
        try expectPages(0..<52, http)
        try http.channel.drain()
        try server.expectNothingLeft()
    }

    @Test func `a WebSocket may follow upon requests that were sent ahead`() throws {
        let server = try server()
        let http = try connect(server)
        let upgrade =
            "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        try http.channel.write(Array((Self.requests(0..<33) + upgrade).utf8) + maskedFrame(.binary, [7]))
        try expectPages(0..<33, http)
        try until("an echo") {
            // It may have come with the last page.
            if http.channel.input.bytes.suffix(3).elementsEqual([0x82, 1, 7]) { return true }
            _ = try http.channel.fill(by: .after(.seconds(10)), waitingFor: "an echo")
            return false
        }
    }

    @Test func `a client that goes while its requests wait leaves nothing behind`() throws {
        let server = try server()
        do {
            let http = try connect(server)
            try http.send(raw: Self.requests(0..<300))
            try until("the first requests") { server.total(\.bytesReceived.value) > 0 }
            http.channel.resetAtEnd()
        }
        try server.expectNothingLeft()
    }

    // MARK: - Refused as too frequent

    @Test(arguments: [false, true])
    func `a client that goes on though it is refused is slowed down, and then its connection ends`(tls: Bool) throws {
        let server = try server(.tooManyRequests, tls: tls) { $0.refusalsBeforeClose = 20 }
        let http = try connect(server)
        let began = ContinuousClock.now
        try http.send(raw: Self.requests(0..<40))
        for number in 0..<20 {
            let response = try http.response()
            #expect(response.text == "/\(number)")
            #expect(response.headers.first(of: "connection") == (number == 19 ? "close" : "keep-alive"))
        }
        // Behind the 17th, the 18th and the 19th.
        #expect(ContinuousClock.now - began >= .milliseconds(290))
        try http.channel.drain()
        #expect(server.total { $0.httpResponses[429].value } == 20)
        try server.expectNothingLeft()
    }

    @Test func `one whose refused requests are large is slowed down from the first`() throws {
        let server = try server(.tooManyRequests)
        let http = try connect(server)
        let body = String(repeating: "x", count: 5_000)
        let began = ContinuousClock.now
        for _ in 0..<3 { try http.send(raw: "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n" + body) }
        for _ in 0..<3 { _ = try http.response() }
        #expect(ContinuousClock.now - began >= .milliseconds(190))
    }

    @Test func `a proxy's connection is everybody's, and goes on`() throws {
        let server = try server(.tooManyRequests) {
            $0.refusalsBeforeClose = 3
            $0.proxies.blocks = [SocketAddress.Block("127.0.0.1")!]
        }
        let http = try connect(server)
        try http.send(raw: Self.requests(0..<40, "X-Forwarded-For: 192.0.2.1\r\n"))
        try expectPages(0..<40, http)
    }
}
