import Testing

@testable import Framing

struct FrameErrorTests {
    private let server = SplitVerifier(role: .server)

    @Test(
        arguments: [
            ("RSV1 without deflate", frame(0xC1, "x"), .reservedBit),
            ("RSV2", frame(0xA1, "x"), .reservedBit),
            ("RSV3", frame(0x91, "x"), .reservedBit),
            ("RSV1 on a ping", frame(0xC9), .reservedBit),
            ("opcode 3", frame(0x83), .reservedOpcode(3)),
            ("opcode 7", frame(0x87), .reservedOpcode(7)),
            ("opcode 11", frame(0x8B), .reservedOpcode(11)),
            ("opcode 15", frame(0x8F), .reservedOpcode(15)),
            ("no mask", frame(0x81, Array("x".utf8), key: nil), .unmaskedFrame),
            ("a ping of 126 bytes", frame(0x89, [UInt8](repeating: 0, count: 126)), .longControlFrame),
            (
                "a ping whose length has eight bytes", frame(0x89, [], length: [127, 0, 0, 0, 0, 0, 0, 0, 0]),
                .longControlFrame
            ),
            ("a fragmented ping", frame(0x09), .fragmentedControlFrame),
            ("a fragmented close", frame(0x08), .fragmentedControlFrame),
            ("125 in two bytes", frame(0x82, [], length: [126, 0, 125]), .lengthNotMinimal),
            ("nothing in two bytes", frame(0x82, [], length: [126, 0, 0]), .lengthNotMinimal),
            ("65,535 in eight bytes", frame(0x82, [], length: [127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]), .lengthNotMinimal),
            ("the 64th bit of a length", frame(0x82, [], length: [127, 0x80, 0, 0, 0, 0, 1, 0, 0]), .lengthOver63Bits),
            ("a continuation of nothing", frame(0x80, "x"), .nothingToContinue),
            ("a continuation of nothing, not final", frame(0x00, "x"), .nothingToContinue),
            ("text within text", frame(0x01, "x") + frame(0x81, "y"), .messageUnfinished),
            ("a binary fragment within text", frame(0x01, "x") + frame(0x02, "y"), .messageUnfinished),
            ("one byte of close", frame(0x88, [3]), .halfCloseCode),
            ("a close reason that is no text", frame(0x88, [0x03, 0xE8, 0xCE, 0xBA, 0xED, 0xA0]), .invalidUTF8),
            ("a close reason that breaks off", frame(0x88, [0x03, 0xE8, 0xCE]), .invalidUTF8),
            ("text that is none", frame(0x81, [0x61, 0xFF]), .invalidUTF8),
            ("text that breaks off", frame(0x81, [0x61, 0xE2, 0x82]), .invalidUTF8),
            ("a last fragment that breaks off", frame(0x01, "x") + frame(0x80, [0xE2]), .invalidUTF8),
            ("an empty last fragment after half a character", frame(0x01, [0xE2]) + frame(0x80), .invalidUTF8),
        ] as [(String, [UInt8], WebSocketError)])
    func `a client's fault ends the connection`(fault: String, bytes: [UInt8], error: WebSocketError) {
        #expect(server.verify(bytes) == [.failed(error)])
        #expect(server.verify(frame(0x82, [1]) + bytes) == [.binary([1]), .failed(error)], "after a message")
    }

    @Test func `a masked server frame ends the connection`() {
        #expect(SplitVerifier(role: .client).verify(frame(0x81, "x")) == [.failed(.maskedFrame)])
    }

    @Test func `RSV1 on a continuation is refused with deflate too`() {
        var server = server
        server.deflate = DeflateParameters.Direction(noContextTakeover: true, windowBits: 15)
        #expect(server.verify(frame(0x01, "x") + frame(0xC0, "y")) == [.failed(.reservedBit)])
        #expect(server.verify(frame(0xC9)) == [.failed(.reservedBit)])
    }

    /// RFC 6455 §7.4.1 and IANA's registry; 1005, 1006 and 1015 never travel.
    @Test(
        arguments: [
            0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 1999, 2000, 2999, 5000, 65_535,
        ] as [UInt16])
    func `a close code that must not be sent is refused`(code: UInt16) {
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
        #expect(server.verify(frame(0x88, payload)) == [.failed(.invalidCloseCode(code))])
    }

    @Test(
        arguments: [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
        ] as [UInt16])
    func `a close code that may be sent is delivered`(code: UInt16) {
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
        #expect(server.verify(frame(0x88, payload)) == [.close(CloseCode(rawValue: code), "")])
    }

    /// Autobahn 6.4: nobody waits for the rest of a text that is lost.
    @Test func `a byte that cannot be text is refused before its frame is whole`() {
        let lost: [UInt8] = [0xCE, 0xBA, 0xF4, 0x90]
        let bytes = frame(0x81, lost + [UInt8](repeating: 0x61, count: 100))
        let headerSize = 6
        let upTo = { (count: Int) in [bytes[..<(headerSize + count)]] }
        #expect(server.receive(upTo(3)) == [])
        #expect(server.receive(upTo(4)) == [.failed(.invalidUTF8)])
        let inFragments = frame(0x01, lost)
        #expect(server.receive([inFragments[...]]) == [.failed(.invalidUTF8)])
    }

    /// RFC 6455 §7.4.1.
    @Test(
        arguments: [
            (.reservedBit, 1002), (.reservedOpcode(3), 1002), (.unmaskedFrame, 1002), (.maskedFrame, 1002),
            (.longControlFrame, 1002), (.fragmentedControlFrame, 1002), (.lengthNotMinimal, 1002),
            (.lengthOver63Bits, 1002), (.nothingToContinue, 1002), (.messageUnfinished, 1002), (.halfCloseCode, 1002),
            (.invalidCloseCode(1005), 1002), (.invalidUTF8, 1007), (.invalidDeflate, 1007),
            (.frameTooLong(limit: 1), 1009),
            (.messageTooLong(limit: 1), 1009), (.tooManyFragments(limit: 1), 1009),
        ] as [(WebSocketError, UInt16)])
    func `every error has its close code and a reason that fits the frame`(error: WebSocketError, code: UInt16) {
        #expect(error.closeCode.rawValue == code)
        #expect(error.closeCode.maySendInFrame)
        #expect(!error.reason.isEmpty && error.reason.utf8.count <= 123)
    }
}
