import Bytes
import Testing

@testable import Framing

/// The bytes that `write` appends.
func written(_ write: (inout ByteBuffer) -> Void) -> [UInt8] {
    var buffer = ByteBuffer()
    write(&buffer)
    return Array(buffer.bytes)
}

struct FrameWriterTests {
    private let key = MaskingKey(0x3D21_FA37)

    /// RFC 6455 §5.7.
    @Test func `the RFC's examples are written`() {
        let hello = Payload(text: "Hello")
        #expect(Array(hello.frame) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        let masked = written { FrameWriter.append(.text, hello.body, key: key, to: &$0) }
        #expect(masked == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
        let fragment = written {
            FrameWriter.append(.text, UnsafeRawBufferPointer(rebasing: hello.body[..<3]), isFinal: false, to: &$0)
        }
        #expect(fragment == [0x01, 0x03, 0x48, 0x65, 0x6C])
        #expect(written { FrameWriter.append(.ping, hello.body, to: &$0) }.prefix(2) == [0x89, 0x05])
    }

    @Test(arguments: [
        (0, 2), (125, 2), (126, 4), (0xFFFF, 4), (0x1_0000, 10),
    ])
    func `lengths take their shortest form`(length: Int, headerSize: Int) throws {
        let body = [UInt8](repeating: 9, count: length)
        for key in [nil, key] {
            let bytes = written { buffer in
                body.withUnsafeBytes { FrameWriter.append(.binary, $0, key: key, to: &buffer) }
            }
            let masked = key != nil
            #expect(bytes.count == headerSize + (masked ? 4 : 0) + length)
            #expect(FrameWriter.size(payload: length, masked: masked) == bytes.count)
            let reader = SplitVerifier(role: masked ? .server : .client)
            #expect(reader.verify(bytes, cuts: 20) == [.binary(body)])
        }
    }

    @Test func `a close frame carries a code and a reason, or neither`() {
        let client = SplitVerifier(role: .client)
        #expect(written { FrameWriter.appendClose(nil, to: &$0) } == [0x88, 0])
        #expect(written { FrameWriter.appendClose(.goingAway, to: &$0) } == [0x88, 2, 0x03, 0xE9])
        let full = written { FrameWriter.appendClose(.policyViolation, reason: "später", to: &$0) }
        #expect(client.verify(full) == [.close(.policyViolation, "später")])
        let masked = written { FrameWriter.appendClose(.normal, reason: "bye", key: key, to: &$0) }
        #expect(SplitVerifier(role: .server).verify(masked) == [.close(.normal, "bye")])
    }

    @Test func `a long reason is cut between characters`() {
        let reason = String(repeating: "\u{20AC}", count: 50)
        let bytes = written { FrameWriter.appendClose(.normal, reason: reason, to: &$0) }
        #expect(SplitVerifier(role: .client).verify(bytes) == [.close(.normal, String(reason.prefix(41)))])
    }
}

struct MaskingKeyTests {
    @Test func `every phase, length and alignment is masked as byte by byte`() {
        let key: [UInt8] = [0x01, 0x02, 0x04, 0x80]
        for offset in 0..<8 {
            for first in 0..<20 {
                for second in 0..<20 {
                    var bytes = [UInt8](repeating: 0, count: offset + first + second)
                    bytes.withUnsafeMutableBytes { memory in
                        var masking = key.withUnsafeBytes { MaskingKey(readingFrom: $0.baseAddress!) }
                        masking.apply(to: UnsafeMutableRawBufferPointer(rebasing: memory[offset..<(offset + first)]))
                        masking.apply(to: UnsafeMutableRawBufferPointer(rebasing: memory[(offset + first)...]))
                    }
                    let expected = (0..<(first + second)).map { key[$0 % 4] }
                    guard bytes == [UInt8](repeating: 0, count: offset) + expected else {
                        Issue.record("offset \(offset), \(first) and \(second) bytes: \(bytes)")
                        return
                    }
                }
            }
        }
    }
}
