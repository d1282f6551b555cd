import Client
import ClientProtocol
import Framing
import Testing

/// The limits on a client's WebSocket messages, and the close code for each.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct MessageLimitTests {
    @Test func `a frame beyond its limit closes with 1009 before it has come`() throws {
        try withGateway(["websocket.frameBytes": "1000"]) { gateway in
            let session = try gateway.session("anna")
            #expect(try session.refusal(of: padded(1000), id: 1000).number == "gw 1000")
            // The header of a frame of 1001 bytes, and none of them.
            try session.connection.send(raw: [0x81, 0xFE, 0x03, 0xE9, 0, 0, 0, 0])
            #expect(try session.closeCode() == .messageTooBig)
        }
    }

    @Test func `a message beyond its limit closes with 1009, however it is cut`() throws {
        try withGateway(["websocket.frameBytes": "1000", "websocket.messageBytes": "2000"]) { gateway in
            let session = try gateway.session("anna")
            let text = Array(padded(2000).utf8)
            try session.connection.send(frame: .text, Array(text[..<1000]), isFinal: false)
            try session.connection.send(frame: .continuation, Array(text[1000...]))
            #expect(try session.reply(to: 2000).error?.number == "gw 1000")
            try session.connection.send(frame: .text, Array(text[..<1000]), isFinal: false)
            try session.connection.send(frame: .continuation, Array(text[..<1000]), isFinal: false)
            try session.connection.send(frame: .continuation, [0x20])
            #expect(try session.closeCode() == .messageTooBig)
        }
    }

    @Test func `more fragments than allowed close with 1009, empty ones too`() throws {
        try withGateway(["websocket.fragments": "4"]) { gateway in
            let session = try gateway.session("anna")
            let text = Array(padded(100).utf8)
            try session.connection.send(frame: .text, text, isFinal: false)
            for _ in 0..<2 { try session.connection.send(frame: .continuation, isFinal: false) }
            try session.connection.send(frame: .continuation)
            #expect(try session.reply(to: 100).error?.number == "gw 1000")
            try session.connection.send(frame: .text, isFinal: false)
            for _ in 0..<4 { try session.connection.send(frame: .continuation, isFinal: false) }
            #expect(try session.closeCode() == .messageTooBig)
        }
    }

    @Test(arguments: [Opcode.ping, .pong])
    func `more control frames in a second than allowed close with 4401`(opcode: Opcode) throws {
        try withGateway(["websocket.controlFramesPerSecond": "5"]) { gateway in
            let session = try gateway.session("anna")
            // A second may begin amid them.
            for _ in 0..<11 { try session.connection.send(frame: opcode) }
            #expect(try session.closeCode() == .tooManyControlFrames)
        }
    }

    @Test func `as many control frames in a second as allowed are answered`() throws {
        try withGateway(["websocket.controlFramesPerSecond": "5"]) { gateway in
            let connection = try gateway.session("anna").connection
            for number in 0..<5 { try connection.ping([UInt8(number)]) }
            for number in 0..<5 { #expect(try connection.receive() == .pong([UInt8(number)])) }
            pause(.seconds(1))
            try connection.ping([9])
            #expect(try connection.receive() == .pong([9]))
        }
    }

    @Test(
        arguments: [
            ([0x81, 0x02, 0x7B, 0x7D], .protocolError), ([0xC1, 0x80, 0, 0, 0, 0], .protocolError),
            ([0x83, 0x80, 0, 0, 0, 0], .protocolError), ([0x09, 0x80, 0, 0, 0, 0], .protocolError),
            ([0x80, 0x80, 0, 0, 0, 0], .protocolError), ([0x88, 0x81, 0, 0, 0, 0, 1], .protocolError),
            ([0x81, 0xFE, 0, 1, 0, 0, 0, 0, 1], .protocolError), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], .invalidPayload),
            ([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], .messageTooBig),
        ] as [([UInt8], CloseCode)])
    func `frames that break the protocol close with the code that RFC 6455 names`(bytes: [UInt8], code: CloseCode)
        throws
    {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            try session.connection.send(raw: bytes)
            #expect(try session.closeCode() == code)
            #expect(try session.connection.receive() == .ended)
        }
    }
}

/// A request of exactly that many bytes, whose id says how many.
private func padded(_ bytes: Int) -> String {
    let start = #"{"id":\#(bytes),"op":""#
    return start + String(repeating: "x", count: bytes - start.utf8.count - 2) + #""}"#
}
