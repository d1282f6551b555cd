import Client
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

/// The bytes that clients have sent, and that the node holds because they are unfinished or wait.
struct HeldInputTests {
    private func refusals(_ server: TestServer, _ reason: InputRefusal) -> Int {
        server.total { $0.inputRefused[reason].value }
    }

    /// A body of that length whose last byte does not come.
    private func unfinished(_ count: Int, _ headers: String = "") -> [UInt8] {
        let head = "POST / HTTP/1.1\r\nHost: a\r\n\(headers)Content-Length: \(count + 1)\r\n\r\n"
        return Array(head.utf8) + [UInt8](repeating: 120, count: count)
    }

    private func finishes(_ channel: Channel, _ bytes: [UInt8]) throws -> UInt16 {
        let http = HTTPConnection(channel)
        try http.channel.write(bytes)
        try http.send(raw: "x")
        return try http.response().status
    }

    @Test(arguments: [false, true])
    func `bodies that do not end hold no more than their address may, and what they held is given back`(
        isSecure: Bool
    ) throws {
        let server = try TestServer(shards: 2, tls: isSecure ? TestCertificate.shared.context() : nil) {
            $0.inputBytesPerAddress = 1 << 20
            $0.lingerTimeout = 200
        }
        do {
            var channels: [Channel] = []
            for _ in 0..<12 {
                let channel = try server.channel(from: "127.0.0.2")
                // The rest of a refused one meets a socket that has gone.
                do { try channel.write(unfinished(200_000)) } catch {}
                channels.append(channel)
            }
            try until("most of them are refused") { refusals(server, .address) >= 7 }
            // One more may be about to be refused.
            try until("no more is held") { server.node.inputBudget.count <= 1 << 20 }
            #expect(server.node.inputBudget.count >= 3 * 200_000)
            let late = HTTPConnection(try server.channel(from: "127.0.0.2"))
            do { try late.channel.write(unfinished(300_000)) } catch {}
            let refusal = try late.response()
            #expect(refusal.status == 429 && refusal.headers.first(of: "retry-after") == "1")
            #expect(try finishes(server.channel(from: "127.0.0.3"), unfinished(300_000)) == 200)
        }
        try server.expectNothingLeft()
    }

    @Test func `clients without a session have half of it, and those with one the rest`() throws {
        let server = try TestServer { $0.inputBytes = 4 << 20 }
        var channels: [Channel] = []
        for number in 2...10 {
            let channel = try server.channel(from: "127.0.0.\(number)")
            do { try channel.write(unfinished(500_000)) } catch {}
            channels.append(channel)
        }
        try until("some are refused") { refusals(server, .node) >= 3 }
        try until("no more is held") { server.node.inputBudget.count <= 2 << 20 }
        // This service settles all who open a WebSocket.
        let message = maskedFrame(.binary, [UInt8](repeating: 1, count: 900_000))
        let first = try server.connect().0
        try first.send(raw: Array(message.dropLast()))
        try until("it is held") { server.node.inputBudget.count > 2 << 20 }
        let strangers = refusals(server, .node)
        var held: [ClientConnection] = []
        while refusals(server, .node) == strangers, held.count < 6 {
            let before = server.total(\.bytesReceived.value)
            let client = try server.connect().0
            held.append(client)
            do { try client.send(raw: Array(message.dropLast())) } catch {}
            try until("it is read, or refused") {
                server.total(\.bytesReceived.value) >= before + message.count - 1
                    || refusals(server, .node) > strangers
            }
        }
        try until("one is told") {
            try held.contains { client in
                if case .closed(let code, _)? = try client.poll() { code == .overloaded } else { false }
            }
        }
        try until("no more is held") { server.node.inputBudget.count <= 4 << 20 }
        // Those who were there go on.
        try first.send(raw: [message.last!])
        #expect(try first.receive() == .binary([UInt8](repeating: 1, count: 900_000)))
    }

    @Test func `what a client sends ahead of a response counts until it is read`() throws {
        var script = TestService.Script()
        script.page = nil
        let server = try TestServer(script: script)
        let channel = try server.channel()
        try channel.write(Array("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n".utf8) + unfinished(30_000))
        try until("what is behind the first is counted") { server.node.inputBudget.count > 0 }
        #expect(try until("an answer") { try server.inShard { $0.answerFirst() } } == "/1")
        try until("the second is being read") { server.node.inputBudget.count >= 30_000 }
        channel.resetAtEnd()
    }

    @Test(arguments: [
        "Content-Length: 100000\r\n\r\n", "Content-Length: 100000\r\nExpect: 100-continue\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n11000\r\n",
    ])
    func `a long body is refused before it comes, if the service does not want it`(head: String) throws {
        var script = TestService.Script()
        script.takesLongBodies = false
        let server = try TestServer(script: script)
        let http = HTTPConnection(try server.channel())
        try http.send(raw: "POST / HTTP/1.1\r\nHost: a\r\n" + head)
        #expect(try http.response().status == 401)
        let short = HTTPConnection(try server.channel())
        try short.send(raw: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
        #expect(try short.response().status == 200)
    }

    @Test func `bodies that come by a proxy count for the clients that it names`() throws {
        let proxy = try #require(SocketAddress.Block("127.0.0.9"))
        let server = try TestServer {
            $0.proxies.blocks = [proxy]
            $0.inputBytesPerAddress = 600_000
        }
        var channels: [Channel] = []
        for client in ["203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.2"] {
            let channel = try server.channel(from: "127.0.0.9")
            try channel.write(unfinished(200_000, "X-Forwarded-For: \(client)\r\n"))
            channels.append(channel)
        }
        try until("all are held") { server.node.inputBudget.count >= 800_000 }
        #expect(refusals(server, .address) == 0)
        let third = HTTPConnection(try server.channel(from: "127.0.0.9"))
        do { try third.channel.write(unfinished(200_000, "X-Forwarded-For: 203.0.113.2\r\n")) } catch {}
        #expect(try third.response().status == 429)
        channels.removeAll()
    }

    @Test func `operators are counted and never refused, and growth alone is`() {
        let budget = InputBudget(limit: 1_000, perAddress: 300)
        let address = HeldInput.Payer.address(SocketAddress("192.0.2.1", port: 1)!.network)
        let other = HeldInput.Payer.address(SocketAddress("192.0.2.2", port: 1)!.network)
        func held(_ bytes: Int, _ payer: HeldInput.Payer) -> HeldInput { HeldInput(bytes: bytes, payer: payer) }
        #expect(budget.exchange(HeldInput(), for: held(300, address)) == nil)
        #expect(budget.exchange(held(300, address), for: held(301, address)) == .address)
        // With a session it counts no longer for its address.
        #expect(budget.exchange(held(301, address), for: held(301, .settled)) == nil)
        #expect(budget.exchange(HeldInput(), for: held(300, other)) == nil)
        #expect(budget.exchange(HeldInput(), for: held(200, .unknown)) == nil)
        #expect(budget.exchange(held(200, .unknown), for: held(201, .unknown)) == .node)
        #expect(budget.exchange(HeldInput(), for: held(199, .settled)) == .node)
        #expect(budget.exchange(HeldInput(), for: held(5_000, .operator)) == nil)
        #expect(budget.count == 301 + 300 + 201 + 199 + 5_000)
        // One that holds less is not refused for what others hold.
        #expect(budget.exchange(held(301, .settled), for: held(300, .settled)) == nil)
    }
}
