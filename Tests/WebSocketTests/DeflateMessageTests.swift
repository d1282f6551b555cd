import Bytes
import Testing

@testable import Framing

private let alone = DeflateParameters.Direction(noContextTakeover: true, windowBits: 15)
private let takeover = DeflateParameters.Direction(noContextTakeover: false, windowBits: 15)

/// The payload of a message that is compressed for itself.
private func deflated(_ body: [UInt8]) -> [UInt8] {
    let deflater = Deflater(alone, level: 9, threshold: 0)
    return withExtendedLifetime(deflater) { body.withUnsafeBytes { Array(deflater.deflate($0)) } }
}

struct DeflateMessageTests {
    private let server = SplitVerifier(deflate: alone)

    /// RFC 7692 §7.2.3.
    @Test(
        arguments: [
            ("one block", [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
            ("no compression", [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]),
            ("a final block", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]),
            ("a final block that ends the message", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
            ("two blocks", [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]),
        ] as [(String, [UInt8])])
    func `the RFC's examples are inflated`(example: String, payload: [UInt8]) {
        #expect(server.verify(frame(0xC1, payload)) == [.text("Hello")])
        for cut in 0...payload.count {
            let first = Array(payload[..<cut])
            let rest = Array(payload[cut...])
            let bytes = frame(0x41, first) + frame(0x89) + frame(0x80, rest)
            #expect(server.verify(bytes) == [.ping([]), .text("Hello")], "cut at \(cut)")
        }
    }

    /// RFC 7692 §7.2.3.2.
    @Test func `with context takeover the second message refers to the first`() {
        let first = frame(0xC1, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        let second = frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])
        var server = server
        server.deflate = takeover
        #expect(server.verify(first + second) == [.text("Hello"), .text("Hello")])
        server.deflate = alone
        #expect(server.verify(first + second) == [.text("Hello"), .failed(.invalidDeflate)])
    }

    @Test func `with context takeover a final block ends no context`() {
        var server = server
        server.deflate = takeover
        for final in [[0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]]
            as [[UInt8]]
        {
            let bytes = frame(0xC1, final) + frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])
            #expect(server.verify(bytes) == [.text("Hello"), .text("Hello")])
        }
    }

    /// RFC 7692 §7.2.3.6.
    @Test func `an empty message is one byte`() {
        #expect(deflated([]) == [0])
        #expect(server.verify(frame(0xC1, [0])) == [.text("")])
    }

    @Test(
        arguments: [
            ("a reserved block type", [0x06]),
            ("a stored block whose length is not confirmed", [0x00, 0x05, 0x00, 0x00, 0x00]),
            ("a stored block that breaks off", [0x00, 0x05, 0x00, 0xFA, 0xFF]),
            ("not even an empty block", []),
            ("a block that breaks off", [0xF2, 0x48, 0xCD]),
            ("a distance beyond the beginning", [0xF2, 0x00, 0x11, 0x00, 0x00]),
            ("no block at all", [0xFF, 0xFF, 0xFF]),
        ] as [(String, [UInt8])])
    func `corrupt data ends the connection`(fault: String, payload: [UInt8]) {
        #expect(server.verify(frame(0xC2, payload)) == [.failed(.invalidDeflate)])
    }

    @Test func `messages that are not compressed come between those that are`() {
        var server = server
        server.deflate = takeover
        let hello = frame(0xC1, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        let bytes =
            hello + frame(0x81, "plain") + frame(0x01, "pl") + frame(0x80, "ain")
            + frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])
        #expect(server.verify(bytes) == [.text("Hello"), .text("plain"), .text("plain"), .text("Hello")])
    }

    @Test func `inflated text must be text`() {
        let long = [UInt8](repeating: 0x61, count: 100_000)
        for bad in [long + [0xFF], long + [0xE2, 0x82], [0xED, 0xA0, 0x80] + long] {
            let payload = deflated(bad)
            #expect(server.verify(frame(0xC1, payload), cuts: 20) == [.failed(.invalidUTF8)])
            #expect(server.verify(frame(0xC2, payload), cuts: 20) == [.binary(bad)])
        }
    }

    @Test(arguments: [1, 100, 1023, 1024, 1025, 70_000])
    func `a message is inflated up to the limit and not beyond`(limit: Int) {
        var server = server
        server.limits.messageBytes = limit
        let fits = [UInt8](repeating: 0x61, count: limit)
        let payload = deflated(fits)
        let tooMuch = deflated(fits + [0x61])
        // The limit holds for what travels too, and one compressed byte is several.
        if payload.count <= limit { #expect(server.verify(frame(0xC2, payload), cuts: 20) == [.binary(fits)]) }
        #expect(server.verify(frame(0xC2, tooMuch), cuts: 20) == [.failed(.messageTooLong(limit: limit))])
    }

    @Test func `without a limit the whole message is inflated`() {
        var server = server
        server.limits = FrameLimits(frameBytes: .max, messageBytes: .max, fragments: .max)
        let body = [UInt8](repeating: 0x61, count: 300_000)
        let payload = deflated(body)
        #expect(server.verify(frame(0xC2, payload), cuts: 20) == [.binary(body)])
    }

    @Test func `a bomb takes no more memory than the limit`() throws {
        let zeros = [UInt8](repeating: 0, count: 50_000_000)
        let bomb = deflated(zeros)
        let inflater = Inflater(alone)
        #expect(throws: WebSocketError.messageTooLong(limit: 1_000_000)) {
            try bomb.withUnsafeBytes { _ = try inflater.inflate($0, asText: true, limit: 1_000_000) }
        }
        #expect(inflater.allocated <= 2 * 1_000_001 + 65_536)
        inflater.forget()
        #expect(inflater.allocated == 0)
    }

    @Test(arguments: 9...15)
    func `what is deflated with a window is inflated with it`(windowBits: Int) throws {
        for noContextTakeover in [true, false] {
            let direction = DeflateParameters.Direction(noContextTakeover: noContextTakeover, windowBits: windowBits)
            let deflater = Deflater(direction, level: 6, threshold: 0)
            // Repeats that only a larger window could refer to.
            let period = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
            let bodies = [period + period, Array(period.prefix(600)), Array(period.prefix(600)), []]
            let bytes = bodies.flatMap { body in
                written { buffer in
                    body.withUnsafeBytes {
                        deflater.appendMessage(.binary, $0, key: MaskingKey(0xA1B2_C3D4), to: &buffer)
                    }
                }
            }
            var server = server
            server.deflate = direction
            #expect(server.verify(bytes, cuts: 20) == bodies.map { .binary($0) })
        }
    }

    @Test func `short messages go out as they are`() {
        let deflater = Deflater(alone, level: 6, threshold: 20)
        let short = String(repeating: "a", count: 19)
        let long = String(repeating: "a", count: 20)
        var bytes: [UInt8] = []
        for text in [short, long] {
            let payload = Payload(text: text)
            bytes += written { payload.appendDeflated(by: deflater, to: &$0) }
        }
        #expect(Array(bytes[..<21]) == [0x81, 19] + Array(short.utf8))
        #expect(bytes[21] == 0xC1)
        #expect(SplitVerifier(role: .client, deflate: alone).verify(bytes) == [.text(short), .text(long)])
    }

    @Test func `connections without context share, others do not`() {
        let compression = Compression(
            DeflatePolicy(isEnabled: true, server: alone, client: alone, level: 1, threshold: 0))
        let narrow = DeflateParameters.Direction(noContextTakeover: true, windowBits: 9)
        #expect(compression.inflater(for: alone) === compression.inflater(for: narrow))
        #expect(compression.deflater(for: alone) === compression.deflater(for: alone))
        #expect(compression.deflater(for: alone) !== compression.deflater(for: narrow))
        #expect(compression.inflater(for: takeover) !== compression.inflater(for: takeover))
        #expect(compression.deflater(for: takeover) !== compression.deflater(for: takeover))
    }
}
