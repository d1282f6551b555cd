import Client
import Framing
import TestSupport
import Testing

@testable import Transport

struct WritingTests {
    @Test(arguments: [false, true])
    func `everything queued in one turn leaves in one write, and every turn has its own`(isSecure: Bool) throws {
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil)
        let (client, id) = try server.connect()
        let shared = binaryPayload([UInt8](repeating: 7, count: 300))
        for turn in 1...3 {
            let before = client.channel.segmentsReceived
            try server.with(id) { service, connection in
                for number in 0..<20 {
                    let own = [UInt8](repeating: UInt8(number), count: 50)
                    own.withUnsafeBytes { service.shard.send(.binary, $0, to: connection) }
                    service.shard.send(shared, to: connection)
                }
            }
            for number in 0..<20 {
                #expect(try client.receive() == .binary([UInt8](repeating: UInt8(number), count: 50)))
                #expect(try client.receive() == .binary([UInt8](repeating: 7, count: 300)))
            }
            #expect(client.channel.segmentsReceived == before + 1, "turn \(turn)")
        }
    }

    @Test func `one payload goes to many connections and is let go of`() throws {
        let server = try TestServer()
        let clients = try (0..<50).map { _ in try server.connect().0 }
        weak var shared: Payload?
        do {
            let payload = binaryPayload(Array(1...200))
            shared = payload
            try server.inShard { service in
                service.shard.forEach { service.shard.send(payload, to: $0) }
            }
        }
        for client in clients { #expect(try client.receive() == .binary(Array(1...200))) }
        try server.inShard { _ in }
        try until("nobody holds the payload") { shared == nil }
    }

    @Test(arguments: [false, true])
    func `a slow reader gets every byte in order, however the writes are cut`(isSecure: Bool) throws {
        var random = SeededRandom()
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil) {
            $0.outboxBytes = 1 << 30
        }
        let (client, id) = try server.connect(receiveBuffer: 64 << 10)
        var expected: [[UInt8]] = []
        // More than the kernel's buffers hold, in turns of one or many messages, small and large, own and shared.
        for _ in 0..<60 {
            let turn = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let size = 1 << Int.random(in: 0...18, using: &random)
                return (random.bytes(Int.random(in: 0...size, using: &random)), Bool.random(using: &random))
            }
            expected += turn.map(\.0)
            try server.with(id) { service, connection in
                for (bytes, isShared) in turn {
                    if isShared {
                        service.shard.send(binaryPayload(bytes), to: connection)
                    } else {
                        bytes.withUnsafeBytes { service.shard.send(.binary, $0, to: connection) }
                    }
                }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                #expect(try client.receive() == .binary(expected.removeFirst()), "\(random)")
            }
        }
        for (number, bytes) in expected.enumerated() {
            guard try client.receive() == .binary(bytes) else {
                Issue.record("\(random): message \(number) of \(bytes.count) bytes is another")
                return
            }
        }
        try client.close()
        #expect(try client.receive() == .closed(.normal, reason: ""))
        try server.expectNothingLeft()
    }

    /// The outbox's limit is for what a client does not take, not for what one turn has for it.
    @Test(arguments: [false, true])
    func `a client that reads may be sent more in one turn than its outbox holds`(isSecure: Bool) throws {
        let server = try TestServer(tls: isSecure ? TestCertificate.shared.context() : nil) {
            $0.outboxBytes = 200_000
        }
        let (client, id) = try server.connect()
        try server.with(id) { service, connection in
            for number in 0..<100 {
                service.shard.send(binaryPayload([UInt8](repeating: UInt8(number), count: 4_000)), to: connection)
            }
        }
        for number in 0..<100 {
            let event = try client.receive()
            try #require(event == .binary([UInt8](repeating: UInt8(number), count: 4_000)), "message \(number)")
        }
    }

    /// Much in one turn is sent before its end, and a peer that is too slow is told so in the midst of it.
    @Test func `a slow client and large messages in one turn keep nobody from theirs`() throws {
        let server = try TestServer { $0.outboxBytes = 512 << 10 }
        let (slow, slowID) = try server.connect(receiveBuffer: 4_096)
        let (other, otherID) = try server.connect()
        try server.fillOutbox(of: slowID)
        try server.inShard { service in
            let shard = service.shard!
            guard let slow = shard.connection(slowID), let other = shard.connection(otherID) else { return }
            for size in [500 << 10, 700 << 10] {
                [UInt8](repeating: 3, count: size).withUnsafeBytes { shard.send(.binary, $0, to: slow) }
                [UInt8](repeating: 4, count: 10).withUnsafeBytes { shard.send(.binary, $0, to: other) }
            }
        }
        for _ in 0..<2 { #expect(try other.receive() == .binary([UInt8](repeating: 4, count: 10))) }
        while case .binary = try slow.receive() {}
        #expect(try server.closeCode(of: slowID) == .tooSlow)
    }
}
