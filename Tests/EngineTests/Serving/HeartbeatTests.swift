import Client
import EventLoop
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

struct HeartbeatTests {
    @Test func `a silent client is pinged once, and lives as long as it answers`() throws {
        let server = try TestServer {
            $0.heartbeatInterval = 200
            $0.heartbeatTimeout = 2_000
        }
        let (client, id) = try server.connect(answersPings: false)
        for _ in 0..<3 {
            #expect(try client.receive() == .ping([]))
            try client.send(frame: .pong)
        }
        #expect(try server.with(id) { service, connection in connection.isOpen })
    }

    @Test func `a client that answers nothing is lost after the timeout, and no earlier`() throws {
        let server = try TestServer {
            $0.heartbeatInterval = 150
            $0.heartbeatTimeout = 500
        }
        let before = ContinuousClock.now
        let (client, id) = try server.connect(answersPings: false)
        #expect(try server.closeCode(of: id) == .heartbeatLost)
        #expect(ContinuousClock.now - before >= .milliseconds(500))
        #expect(try client.receive() == .ping([]))
        #expect(try client.receive() == .ended, "one ping is enough, and nobody reads a close frame")
        try server.expectNothingLeft()
    }

    @Test func `a client that sends is not pinged`() throws {
        let server = try TestServer {
            $0.heartbeatInterval = 600
            $0.heartbeatTimeout = 10_000
        }
        let (client, _) = try server.connect(answersPings: false)
        for number in 0..<12 {
            Thread.sleep(milliseconds: 100)
            try client.send("\(number)")
            #expect(try client.receive() == .binary(Array("\(number)".utf8)))
        }
    }

    @Test(arguments: [Opcode.ping, .pong])
    func `more control frames in a second than allowed close with 4401`(opcode: Opcode) throws {
        let server = try TestServer { $0.controlFramesPerSecond = 10 }
        let (client, id) = try server.connect()
        // In two seconds of the clock twice as many may pass.
        try client.send(raw: (0..<21).flatMap { maskedFrame(opcode, [UInt8($0)]) })
        var event = try client.receive()
        while case .pong = event { event = try client.receive() }
        #expect(event == .closed(.tooManyControlFrames, reason: "too many control frames"))
        #expect(try server.closeCode(of: id) == .tooManyControlFrames)
    }

    @Test func `a ping is answered with its own body`() throws {
        let server = try TestServer()
        let (client, _) = try server.connect()
        try client.ping([1, 2, 3])
        #expect(try client.receive() == .pong([1, 2, 3]))
    }

    @Test func `the service's own deadline passes once, unless it is moved or cleared`() throws {
        let server = try TestServer()
        let (first, firstID) = try server.connect()
        let (second, secondID) = try server.connect()
        try server.inShard { service in
            let now = service.shard.loop.now
            guard let first = service.shard.connection(firstID), let second = service.shard.connection(secondID) else {
                return
            }
            service.shard.setServiceDeadline(second, at: now + 100)
            service.shard.setServiceDeadline(second, at: nil)
            service.shard.setServiceDeadline(first, at: now + 100_000)
            service.shard.setServiceDeadline(first, at: now + 100)
        }
        Thread.sleep(milliseconds: 600)
        #expect(server.diary.entries.filter { $0 == .deadline(firstID) }.count == 1)
        #expect(!server.diary.entries.contains(.deadline(secondID)))
        withExtendedLifetime((first, second)) {}
    }
}
