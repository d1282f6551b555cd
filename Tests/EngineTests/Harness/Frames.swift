import Bytes
import Framing
import TestSupport

/// A client's frame.
func maskedFrame(_ opcode: Opcode, _ body: [UInt8]) -> [UInt8] {
    var frame = ByteBuffer()
    body.withUnsafeBytes { FrameWriter.append(opcode, $0, key: MaskingKey(0x1234_5678), to: &frame) }
    return Array(frame.bytes)
}

extension SeededRandom {
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { room in
            for offset in stride(from: 0, to: room.count, by: 8) {
                withUnsafeBytes(of: next()) { word in
                    for index in 0..<min(8, room.count - offset) { room[offset + index] = word[index] }
                }
            }
        }
        return bytes
    }
}

func binaryPayload(_ bytes: [UInt8]) -> Payload {
    bytes.withUnsafeBytes { Payload(binary: $0) }
}
