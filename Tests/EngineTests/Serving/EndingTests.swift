import Client
import EventLoop
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

struct EndingTests {
    enum Moment: CaseIterable {
        case afterAccept, inHandshake, inHead, betweenRequests, idle, inFrame, withBacklog, unread, closing, lingering
    }

    @Test(arguments: Moment.allCases, [false, true])
    func `a reset frees everything, whenever it comes`(moment: Moment, isSecure: Bool) throws {
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil) {
            $0.outboxBytes = 1 << 30
            $0.pauseReadingBytes = 64 << 10
        }
        try reach(moment, on: server)
        try server.expectNothingLeft()
        // And the next client is served.
        let (client, _) = try server.connect()
        try client.send("on")
        #expect(try client.receive() == .binary(Array("on".utf8)))
    }

    /// Brings a connection to a moment of its life, and resets it there.
    private func reach(_ moment: Moment, on server: TestServer) throws {
        switch moment {
        case .afterAccept, .inHandshake:
            let plain = Endpoint(port: server.endpoint.port)
            let channel = try Channel(plain, server.channelOptions)
            try until("its accept") { server.node.admission.connections == 1 }
            if moment == .inHandshake { try channel.write([0x16, 3, 1, 0, 200, 1]) }
            channel.resetAtEnd()
        case .inHead:
            let channel = try server.channel()
            try channel.write(Array("GET / HT".utf8))
            try until("its first bytes") { server.total(\.bytesReceived.value) > 0 }
            channel.resetAtEnd()
        case .betweenRequests:
            let http = HTTPConnection(try server.channel())
            #expect(try http.request(.get, "/").text == "hello")
            http.channel.resetAtEnd()
        case .idle, .inFrame, .withBacklog, .unread, .closing, .lingering:
            let (client, id) = try server.connect(receiveBuffer: 4_096)
            try reach(moment, client, id, on: server)
            client.channel.resetAtEnd()
        }
    }

    private func reach(
        _ moment: Moment, _ client: ClientConnection, _ id: ConnectionID, on server: TestServer
    ) throws {
        switch moment {
        case .inFrame:
            try client.send(raw: Array(maskedFrame(.binary, [1, 2, 3, 4, 5]).prefix(8)))
        case .withBacklog, .unread:
            let size = moment == .unread ? 1 << 20 : 8 << 20
            try server.with(id) { service, connection in
                for _ in 0..<(8 << 20) / size {
                    service.shard.send(binaryPayload([UInt8](repeating: 0, count: size)), to: connection)
                }
            }
        case .closing:
            try server.with(id) { service, connection in service.shard.close(connection, code: .normal) }
        case .lingering:
            try client.send(raw: [0x83, 0x80, 0, 0, 0, 0])
        default: break
        }
    }

    @Test(arguments: [false, true])
    func `the last bytes arrive although much is unread`(isSecure: Bool) throws {
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil)
        let (client, id) = try server.connect()
        // Opcode 3 is reserved (RFC 6455 §5.2), and what follows is not even looked at.
        try client.send(raw: [0x83, 0x80, 0, 0, 0, 0])
        for _ in 0..<64 { try client.send(raw: [UInt8](repeating: 0x83, count: 32 << 10)) }
        guard case .closed(.protocolError?, _) = try client.receive() else {
            Issue.record("no close frame")
            return
        }
        try client.channel.drain()
        #expect(try server.closeCode(of: id) == .protocolError)
        try server.expectNothingLeft()
    }

    @Test func `a refused request's response arrives although its body still comes`() throws {
        let server = try TestServer { $0.http = HTTPLimits(bodyBytes: 100) }
        let http = HTTPConnection(try server.channel())
        try http.send(raw: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        for _ in 0..<100 { try http.channel.write([UInt8](repeating: 120, count: 10_000)) }
        #expect(try http.response().status == 413)
        try http.channel.drain()
        try server.expectNothingLeft()
    }

    @Test func `a TLS client that says it has ended still gets its response`() throws {
        let server = try TestServer(tls: try TestCertificate.shared.context())
        let http = HTTPConnection(try server.channel())
        try http.send(raw: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try http.channel.endWriting()
        #expect(try http.response().text == "hello")
        try http.channel.drain()
        try server.expectNothingLeft()
    }

    @Test(arguments: [false, true])
    func `who ends its side behind a request has all of a large response, however late it reads`(
        isSecure: Bool
    ) throws {
        let page = [UInt8](repeating: 120, count: 2 << 20)
        let server = try TestServer(
            tls: isSecure ? TestCertificate.shared.context() : nil, script: .init(page: page)
        ) {
            $0.sendBufferBytes = 64 << 10
        }
        var options = server.channelOptions
        options.receiveBuffer = 32 << 10
        let http = HTTPConnection(try Channel(server.endpoint, options))
        try http.send(raw: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try http.channel.endWriting()
        try until("most of it waits") { server.node.budget.count > 1 << 20 }
        // The end has been seen by then, and the shard is not busy with it.
        Thread.sleep(milliseconds: 100)
        let turns = server.total(\.turns.count)
        Thread.sleep(milliseconds: 100)
        #expect(server.total(\.turns.count) < turns + 20)
        let response = try http.response(within: .seconds(30))
        #expect(response.body.count == page.count)
        try http.channel.drain()
        try server.expectNothingLeft()
    }

    @Test func `of a request that is given up nothing is kept, though its client is waited for`() throws {
        let server = try TestServer {
            $0.headTimeout = 300
            $0.lingerTimeout = 60_000
        }
        let http = HTTPConnection(try server.channel())
        try http.send(raw: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nsome")
        #expect(try http.response().status == 408)
        let areIdle = try server.inShard { service -> [Bool] in
            var areIdle: [Bool] = []
            service.shard.forEach { areIdle.append($0.http.isIdle) }
            return areIdle
        }
        #expect(areIdle == [true])
    }

    @Test func `a client that does not answer a close frame has until the close timeout, and its end is told at once`()
        throws
    {
        let server = try TestServer {
            $0.closeTimeout = 300
            $0.lingerTimeout = 60_000
        }
        let (client, id) = try server.connect()
        let before = ContinuousClock.now
        let lastHeard = try server.with(id) { service, connection in
            service.shard.close(connection, code: .replaced, reason: "newer")
            return connection.lastHeard
        }
        #expect(server.diary.entries.contains(.closed(id, .replaced)))
        #expect(try server.heardUntil(id) == lastHeard)
        #expect(ContinuousClock.now - before >= .milliseconds(300))
        #expect(try client.receive() == .closed(.replaced, reason: "newer"))
        try server.expectNothingLeft()
    }

    @Test func `a close handshake ends with our side first, and the code that was sent first`() throws {
        let server = try TestServer()
        let (client, id) = try server.connect()
        try server.with(id) { service, connection in
            service.shard.send(Payload(text: "last"), to: connection)
            service.shard.close(connection, code: .draining, reason: "bye")
            // Too late for both.
            service.shard.send(Payload(text: "later"), to: connection)
            service.shard.close(connection, code: .replaced)
        }
        #expect(try client.receive() == .text("last"))
        #expect(try client.receive() == .closed(.draining, reason: "bye"))
        #expect(try client.receive() == .ended)
        #expect(try server.closeCode(of: id) == .draining)
    }

    @Test func `a client that closes, or answers a close frame, has had everything`() throws {
        let server = try TestServer()
        let (first, firstID) = try server.connect()
        try first.close()
        #expect(try server.heardUntil(firstID) == .max)
        let (second, secondID) = try server.connect()
        try server.with(secondID) { service, connection in service.shard.close(connection, code: .normal) }
        #expect(try second.receive() == .closed(.normal, reason: ""))
        #expect(try server.heardUntil(secondID) == .max)
    }

    @Test func `a client that goes without a close frame has had what was sent before it was last heard`() throws {
        let server = try TestServer()
        let id: ConnectionID
        let lastHeard: Int64
        do {
            let client: ClientConnection
            (client, id) = try server.connect()
            lastHeard = try server.with(id) { _, connection in connection.lastHeard }
            try server.with(id) { service, connection in
                service.shard.send(Payload(text: "unheard"), to: connection)
            }
            client.channel.resetAtEnd()
        }
        #expect(try server.closeCode(of: id) == .abnormal)
        #expect(try server.heardUntil(id) == lastHeard)
    }

    @Test func `a name never means the successor in the same slot`() throws {
        let server = try TestServer()
        var names: Set<ConnectionID> = []
        for _ in 0..<10 {
            try server.expectNothingLeft()
            let id = try comeAndGo(server)
            #expect(id.slot == 2)
            #expect(names.insert(id).inserted)
            _ = try server.closeCode(of: id)
            // Another process is there now, and goes by a name of its own only.
            let (successor, successorID) = try server.connect()
            #expect(successorID.slot == 2)
            for name in names {
                #expect(try server.inShard { $0.shard.connection(name) == nil })
            }
            #expect(names.insert(successorID).inserted)
            successor.channel.resetAtEnd()
        }
    }

    private func comeAndGo(_ server: TestServer) throws -> ConnectionID {
        let (client, id) = try server.connect()
        try client.close()
        while try client.receive() != .ended {}
        return id
    }

    @Test func `what an end leads to while the turn is being sent is sent too`() throws {
        let script = TestService.Script(closed: { service in
            service.shard.forEach { service.shard.send(Payload(text: "one has gone"), to: $0) }
        })
        let server = try TestServer(script: script)
        let leavingID: ConnectionID
        let staying: ClientConnection
        do {
            let leaving: ClientConnection
            (leaving, leavingID) = try server.connect()
            staying = try server.connect().0
            leaving.channel.resetAtEnd()
            // The reset arrives while the shard is busy, so that the shard learns of it from its write.
            server.node.mailboxes[0].post { service in
                Thread.sleep(milliseconds: 200)
                service.shard.forEach { service.shard.send(Payload(text: "all"), to: $0) }
            }
            Thread.sleep(milliseconds: 50)
        }
        #expect(try staying.receive() == .text("all"))
        #expect(try staying.receive() == .text("one has gone"))
        #expect(try server.closeCode(of: leavingID) == .abnormal)
    }

    @Test func `a stopped node closes every connection and tells its service`() throws {
        let diary: Log<Happening>
        let client: ClientConnection
        do {
            let server = try TestServer()
            diary = server.diary
            client = try server.connect().0
        }
        #expect(diary.entries.count == 3)
        #expect(try client.receive() == .ended)
    }
}
