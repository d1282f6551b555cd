import Testing

@testable import Framing

struct FrameReaderTests {
    private let server = SplitVerifier(role: .server)
    private let client = SplitVerifier(role: .client)

    /// RFC 6455 §5.7.
    @Test func `the RFC's examples are read`() {
        #expect(client.verify([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.text("Hello")])
        let masked: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(server.verify(masked) == [.text("Hello")])
        #expect(client.verify([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]) == [.text("Hello")])
        #expect(client.verify([0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.ping(Array("Hello".utf8))])
        let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(server.verify(pong) == [.pong(Array("Hello".utf8))])
        let zeros = [UInt8](repeating: 0, count: 65_536)
        #expect(client.verify([0x82, 0x7E, 0x01, 0x00] + zeros.prefix(256)) == [.binary(Array(zeros.prefix(256)))])
        #expect(client.verify([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + zeros, cuts: 50) == [.binary(zeros)])
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 127, 128, 1000])
    func `a message of any length is read under every split`(length: Int) {
        let body = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(server.verify(frame(0x82, body)) == [.binary(body)])
        #expect(client.verify(frame(0x82, body, key: nil)) == [.binary(body)])
    }

    @Test func `control frames come between a message's fragments`() {
        let bytes =
            frame(0x01, "Ein ") + frame(0x89, "are you there?") + frame(0x00, "l\u{E4}ngerer ") + frame(0x8A, "")
            + frame(0x00) + frame(0x89, "") + frame(0x80, "Text") + frame(0x82, [1, 2, 3])
        #expect(
            server.verify(bytes) == [
                .ping(Array("are you there?".utf8)), .pong([]), .ping([]), .text("Ein l\u{E4}ngerer Text"),
                .binary([1, 2, 3]),
            ])
    }

    @Test func `a message whose fragments are all empty is empty`() {
        #expect(server.verify(frame(0x01) + frame(0x00) + frame(0x80)) == [.text("")])
    }

    @Test func `a character may be cut by frames and pieces`() {
        let euro = Array("\u{20AC}".utf8)
        let bytes = frame(0x01, [euro[0]]) + frame(0x89) + frame(0x00, [euro[1]]) + frame(0x80, [euro[2]])
        #expect(server.verify(bytes) == [.ping([]), .text("\u{20AC}")])
    }

    @Test func `a close frame ends with its code and reason, or with neither`() {
        #expect(server.verify(frame(0x88)) == [.close(nil, "")])
        #expect(server.verify(frame(0x88, [0x03, 0xE8])) == [.close(.normal, "")])
        #expect(
            server.verify(frame(0x88, [0x0F, 0xA0] + Array("bis später".utf8))) == [
                .close(CloseCode(rawValue: 4000), "bis später")
            ])
    }

    @Test func `an idle reader is small`() {
        #expect(MemoryLayout<FrameReader>.size <= 96, "\(MemoryLayout<FrameReader>.size) bytes")
    }
}
