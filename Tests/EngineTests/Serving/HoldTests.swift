import Client
import Framing
import TestSupport
import Testing

@testable import Transport

/// A connection that the service does not want to read from for a while.
struct HoldTests {
    /// Echoes, and holds the connection after each "stop".
    private func server() throws -> TestServer {
        let script = TestService.Script(received: { service, message, connection in
            service.shard.send(.text, message, to: connection)
            if message.elementsEqual("stop".utf8) { service.shard.throttle.hold(connection, true) }
        })
        return try TestServer(script: script)
    }

    private func release(_ id: ConnectionID, of server: TestServer) throws {
        try server.with(id) { service, connection in service.shard.throttle.hold(connection, false) }
    }

    @Test func `what came with the last message waits, byte by byte, and is taken in its order`() throws {
        let server = try server()
        let (client, id) = try server.connect()
        let frames = ["a", "stop", "b", "stop", "c"].map { maskedFrame(.text, Array($0.utf8)) }
        try client.send(raw: Array((frames + [maskedFrame(.ping, [7])]).joined()))
        #expect(try client.receive() == .text("a"))
        #expect(try client.receive() == .text("stop"))
        #expect(throws: ClientError.self) { try client.receive(within: .milliseconds(100)) }
        try release(id, of: server)
        #expect(try client.receive() == .text("b"))
        #expect(try client.receive() == .text("stop"))
        try client.send("d")
        #expect(throws: ClientError.self) { try client.receive(within: .milliseconds(100)) }
        try release(id, of: server)
        #expect(try client.receive() == .text("c"))
        #expect(try client.receive() == .pong([7]))
        #expect(try client.receive() == .text("d"))
    }

    @Test func `a connection that is closed while it is held hears the peer's close frame`() throws {
        let server = try server()
        let (client, id) = try server.connect()
        let stop = maskedFrame(.text, Array("stop".utf8))
        try client.send(raw: stop + maskedFrame(.text, [120]) + maskedFrame(.close, [0x03, 0xE8]))
        #expect(try client.receive() == .text("stop"))
        try server.with(id) { service, connection in service.shard.close(connection, code: .goingAway) }
        #expect(try client.receive() == .closed(.goingAway, reason: ""))
        #expect(try client.receive() == .ended)
        #expect(try server.heardUntil(id) == .max, "the peer had ended before")
        try server.expectNothingLeft()
    }

    @Test func `a peer that is reset while it is held leaves nothing behind`() throws {
        let server = try server()
        do {
            let (client, _) = try server.connect()
            try client.send("stop")
            #expect(try client.receive() == .text("stop"))
            client.channel.resetAtEnd()
        }
        try server.expectNothingLeft()
    }
}
