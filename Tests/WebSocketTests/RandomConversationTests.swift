import Bytes
import TestSupport
import Testing

@testable import Framing

/// One end reads the other's messages, in all fragments and with control frames between them.
struct RandomConversationTests {
    @Test(arguments: [FrameReader.Role.server, .client], [nil, true, false])
    func `what is written is read`(role: FrameReader.Role, noContextTakeover: Bool?) {
        var random = SeededRandom()
        for round in 0..<12 {
            let direction = noContextTakeover.map {
                DeflateParameters.Direction(noContextTakeover: $0, windowBits: Int.random(in: 9...15, using: &random))
            }
            // One has frames whose length takes eight bytes.
            let longest = round == 0 ? 80_000 : 3_000
            var writer = RandomWriter(random: random, masks: role == .server, direction: direction, longest: longest)
            for _ in 0..<Int.random(in: 1...8, using: &random) { writer.writeMessage() }
            let verifier = SplitVerifier(role: role, deflate: direction)
            let received = verifier.verify(writer.bytes, cuts: 10, random: random)
            guard received == writer.expected else {
                Issue.record("\(writer.expected.count) events, \(received.count) read; \(random)")
                return
            }
            random = writer.random
        }
    }

    /// Any bytes at all end in events or an error, the same under every split.
    @Test(arguments: [FrameReader.Role.server, .client])
    func `spoilt bytes are judged alike under every split`(role: FrameReader.Role) {
        var random = SeededRandom()
        for _ in 0..<120 {
            let direction = DeflateParameters.Direction(
                noContextTakeover: Bool.random(using: &random), windowBits: 15)
            var writer = RandomWriter(random: random, masks: role == .server, direction: direction, longest: 200)
            for _ in 0..<3 { writer.writeMessage() }
            random = writer.random
            var bytes = writer.bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            let verifier = SplitVerifier(
                role: role, limits: FrameLimits(frameBytes: 2_000, messageBytes: 3_000, fragments: 6),
                deflate: direction)
            _ = verifier.verify(bytes, cuts: 100, random: random)
        }
    }
}

/// Writes random messages, and says what their reader must make of them.
private struct RandomWriter {
    var random: SeededRandom
    let masks: Bool
    let direction: DeflateParameters.Direction?
    let longest: Int
    private let deflater: Deflater?
    private(set) var bytes: [UInt8] = []
    private(set) var expected: [Received] = []

    init(random: SeededRandom, masks: Bool, direction: DeflateParameters.Direction?, longest: Int) {
        self.random = random
        self.masks = masks
        self.direction = direction
        self.longest = longest
        deflater = direction.map { Deflater($0, level: 6, threshold: 0) }
    }

    mutating func writeMessage() {
        let isText = Bool.random(using: &random)
        let text = isText ? randomText() : ""
        let body = isText ? Array(text.utf8) : randomBytes(upTo: longest)
        let compresses = deflater != nil && Bool.random(using: &random)
        let payload = compresses ? body.withUnsafeBytes { Array(deflater!.deflate($0)) } : body
        var rest = payload[...]
        var opcode: Opcode = isText ? .text : .binary
        while Int.random(in: 0..<3, using: &random) > 0 {
            let part = rest.prefix(Int.random(in: 0...rest.count, using: &random))
            write(opcode, part, isFinal: false, compressed: compresses && opcode != .continuation)
            rest = rest.dropFirst(part.count)
            opcode = .continuation
            if Bool.random(using: &random) { writeControl() }
        }
        write(opcode, rest, isFinal: true, compressed: compresses && opcode != .continuation)
        expected.append(isText ? .text(text) : .binary(body))
    }

    private mutating func writeControl() {
        let body = randomBytes(upTo: 125)
        let isPing = Bool.random(using: &random)
        write(isPing ? .ping : .pong, body[...], isFinal: true, compressed: false)
        expected.append(isPing ? .ping(body) : .pong(body))
    }

    private mutating func write(_ opcode: Opcode, _ part: ArraySlice<UInt8>, isFinal: Bool, compressed: Bool) {
        let key = masks ? MaskingKey(UInt32.random(in: .min ... .max, using: &random)) : nil
        bytes += written { buffer in
            part.withUnsafeBytes {
                FrameWriter.append(opcode, $0, isFinal: isFinal, compressed: compressed, key: key, to: &buffer)
            }
        }
    }

    /// Some random, some repeating itself.
    private mutating func randomBytes(upTo most: Int) -> [UInt8] {
        let count = Int.random(in: 0...most, using: &random)
        let period = Int.random(in: 1...most, using: &random)
        let pattern = (0..<period).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return (0..<count).map { pattern[$0 % period] }
    }

    private mutating func randomText() -> String {
        let alphabets: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA0...0x7FF, 0x4E00...0x9FFF, 0x1_F300...0x1_F6FF]
        var text = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let alphabet = alphabets.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0...(longest / 16), using: &random) {
                text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: alphabet, using: &random))!)
            }
        }
        return text
    }
}
