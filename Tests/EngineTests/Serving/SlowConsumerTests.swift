import Client
import EventLoop
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

struct SlowConsumerTests {
    @Test(arguments: [false, true])
    func `a client too slow for its outbox reads whole messages, then close 4000`(isSecure: Bool) throws {
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil) {
            $0.outboxBytes = 256 << 10
        }
        let (client, id) = try server.connect(receiveBuffer: 4_096)
        var sent = 0
        while sent < 2_000, try server.with(id, { service, connection in connection.isOpen }) {
            let bytes = numbered(sent, 16 << 10)
            try server.with(id) { service, connection in service.shard.send(binaryPayload(bytes), to: connection) }
            sent += 1
        }
        var received = 0
        while true {
            let event = try client.receive()
            if event != .binary(numbered(received, 16 << 10)) {
                #expect(event == .closed(.tooSlow, reason: "too slow"))
                break
            }
            received += 1
        }
        #expect(received > 0 && received < sent, "\(received) of \(sent)")
        #expect(try client.receive() == .ended)
        #expect(try server.closeCode(of: id) == .tooSlow)
        #expect(server.total(\.slowConsumers.value) == 1)
        try server.expectNothingLeft()
    }

    @Test func `the connection that grows beyond the node's budget is closed, not the others`() throws {
        let server = try TestServer(outboxBytes: 4 << 20) {
            $0.outboxBytes = 1 << 30
        }
        let (first, firstID) = try server.connect(receiveBuffer: 4_096)
        let (second, secondID) = try server.connect(receiveBuffer: 4_096)
        let megabyte = binaryPayload([UInt8](repeating: 1, count: 1 << 20))
        try server.fillOutbox(of: firstID)
        try until("the budget is exceeded") {
            try server.with(secondID) { service, connection in
                service.shard.send(megabyte, to: connection)
                return !connection.isOpen
            }
        }
        #expect(try server.with(firstID) { service, connection in connection.isOpen })
        #expect(server.node.budget.count <= 2 << 20, "what the closed one had is given back")
        while case .binary = try second.receive() {}
        #expect(try server.closeCode(of: secondID) == .tooSlow)
        withExtendedLifetime(first) {}
    }

    @Test func `a client that does not take its replies is not read, and loses none when it does`() throws {
        let server = try TestServer {
            $0.outboxBytes = 64 << 20
            $0.pauseReadingBytes = 128 << 10
        }
        let (client, id) = try server.connect(receiveBuffer: 16 << 10)
        let messages = 1_500
        var unsent = (0..<messages).flatMap { maskedFrame(.binary, numbered($0, 16 << 10)) }[...]
        // Until nothing has been taken for a while: then the kernel's buffers are full in both directions.
        var takenAt = ContinuousClock.now
        while ContinuousClock.now - takenAt < .milliseconds(500) {
            let count = client.channel.writeSome(unsent)
            unsent = unsent.dropFirst(count)
            if count > 0 { takenAt = .now } else { Thread.sleep(milliseconds: 1) }
        }
        #expect(!unsent.isEmpty, "the server read everything")
        #expect(server.node.budget.count <= 128 << 10 + 80 << 10)
        #expect(try server.with(id) { service, connection in !connection.watched.contains(.input) })
        for number in 0..<messages {
            var event: ClientEvent?
            try until("echo \(number)") {
                unsent = unsent.dropFirst(client.channel.writeSome(unsent))
                event = try client.poll()
                return event != nil
            }
            guard event == .binary(numbered(number, 16 << 10)) else {
                Issue.record("echo \(number) is another")
                return
            }
        }
    }

    @Test(arguments: [false, true])
    func `of conflatable messages a slow client gets the newest, and all others`(isSecure: Bool) throws {
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil) {
            $0.outboxBytes = 1 << 30
        }
        let (client, id) = try server.connect(receiveBuffer: 4_096)
        let fillers = try server.fillOutbox(of: id)
        for number in 1...50 {
            try server.with(id) { service, connection in
                for key in [7, 8] as [UInt64] {
                    let payload = Payload(text: "key \(key): \(number)")
                    service.shard.send(payload, to: connection, conflation: key)
                }
                if number % 10 == 0 { service.shard.send(Payload(text: "\(number)"), to: connection) }
            }
        }
        for _ in 0..<fillers { guard case .binary = try client.receive() else { throw Overdue(description: "filler") } }
        for text in ["key 7: 50", "key 8: 50", "10", "20", "30", "40", "50"] {
            #expect(try client.receive() == .text(text))
        }
        // Now that nothing waits, nothing is replaced.
        try server.with(id) { service, connection in
            for number in 1...3 {
                service.shard.send(Payload(text: "\(number)"), to: connection, conflation: 7)
            }
        }
        for number in 1...3 { #expect(try client.receive() == .text("\(number)")) }
    }

    @Test func `a client that speaks but takes nothing is given up`() throws {
        let server = try TestServer {
            $0.outboxBytes = 1 << 30
            $0.pauseReadingBytes = 1 << 30
            $0.heartbeatTimeout = 500
            $0.controlFramesPerSecond = 1_000
        }
        let (client, id) = try server.connect(receiveBuffer: 4_096)
        try server.fillOutbox(of: id)
        let filledAt = try server.inShard { $0.shard.loop.now }
        try until("its end") {
            _ = client.channel.writeSome(maskedFrame(.pong, [])[...])
            Thread.sleep(milliseconds: 20)
            return server.diary.entries.contains(.closed(id, .tooSlow))
        }
        #expect(server.total(\.slowConsumers.value) == 1)
        // It spoke to the last, but what waited has not reached it.
        #expect(try server.heardUntil(id) <= filledAt)
        try server.expectNothingLeft()
    }

    @Test func `a client that is not read cannot be heard, so its silence is not held against it`() throws {
        let server = try TestServer {
            $0.outboxBytes = 1 << 30
            $0.pauseReadingBytes = 1 << 10
            $0.heartbeatInterval = 200
            $0.heartbeatTimeout = 600
        }
        let (client, id) = try server.connect(receiveBuffer: 32 << 10)
        var messages = try server.fillOutbox(of: id)
        try server.with(id) { service, connection in
            for _ in 0..<150 {
                service.shard.send(binaryPayload([UInt8](repeating: 0, count: 64 << 10)), to: connection)
            }
        }
        messages += 150
        for number in 0..<messages {
            guard case .binary = try client.receive() else {
                Issue.record("lost after \(number) of \(messages)")
                return
            }
            Thread.sleep(milliseconds: 5)
        }
        #expect(try server.with(id) { service, connection in connection.isOpen })
        try client.send("still here")
        while true {
            let event = try client.receive()
            if event == .binary(Array("still here".utf8)) { break }
            guard case .ping = event else {
                Issue.record("\(event)")
                break
            }
        }
    }

    @Test func `requests sent ahead of their responses do not fill the memory`() throws {
        let server = try TestServer(script: .init(page: [UInt8](repeating: 120, count: 50_000))) {
            $0.closeTimeout = 1_000
        }
        var options = server.channelOptions
        options.receiveBuffer = 4_096
        let channel = try Channel(server.endpoint, options)
        let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        var unsent = Array(repeatElement(request, count: 20_000).joined())[...]
        var most = 0
        try until("its end") {
            unsent = unsent.dropFirst(channel.writeSome(unsent))
            most = max(most, server.node.budget.count)
            return server.total(\.connectionsAccepted.value) == 1 && server.total(\.connectionsOpen.value) == 0
        }
        #expect(most < 1 << 20, "\(most) bytes wait")
        try server.expectNothingLeft()
    }

    private func numbered(_ number: Int, _ size: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number)) { Array($0) } + [UInt8](repeating: UInt8(number & 0xFF), count: size - 4)
    }
}
