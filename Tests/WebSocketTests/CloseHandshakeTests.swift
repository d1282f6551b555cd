import Testing

@testable import Framing

struct CloseHandshakeTests {
    @Test func `the peer's close is answered once, with its code`() {
        var handshake = CloseHandshake()
        #expect(handshake.receive(.goingAway) == CloseHandshake.Frame(code: .goingAway))
        #expect(handshake.state == .closeReceived)
        #expect(handshake.receive(.goingAway) == nil)
        #expect(handshake.close(.normal) == nil)
    }

    @Test func `a close without a code is answered without one`() {
        var handshake = CloseHandshake()
        #expect(handshake.receive(nil) == CloseHandshake.Frame(code: nil))
    }

    @Test func `our own close goes out once and ends with the peer's`() {
        var handshake = CloseHandshake()
        #expect(
            handshake.close(.serviceRestart, reason: "drain")
                == CloseHandshake.Frame(code: .serviceRestart, reason: "drain"))
        #expect(handshake.state == .closeSent)
        #expect(handshake.close(.normal) == nil)
        #expect(handshake.receive(.serviceRestart) == nil)
        #expect(handshake.state == .done)
    }

    @Test func `a broken protocol is told and not waited for`() {
        var handshake = CloseHandshake()
        let error = WebSocketError.messageTooLong(limit: 100)
        #expect(
            handshake.fail(error)
                == CloseHandshake.Frame(code: .messageTooBig, reason: "messages are limited to 100 bytes"))
        #expect(handshake.state == .done)
    }

    @Test func `a protocol broken after our close is not told`() {
        var handshake = CloseHandshake()
        _ = handshake.close(.normal)
        #expect(handshake.fail(.reservedBit) == nil)
        #expect(handshake.state == .done)
        #expect(handshake.receive(.normal) == nil)
    }
}
