import TestSupport
import Testing

@testable import Bytes

struct ByteBufferTests {
    @Test func `what is appended at the back is consumed at the front`() {
        var buffer = ByteBuffer()
        buffer.append("hello ")
        buffer.append(text: "world")
        buffer.consume(6)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == "world")
    }

    @Test func `a random history equals an array's`() {
        var random = SeededRandom()
        var buffer = ByteBuffer()
        var model: [UInt8] = []
        for step in 0..<20_000 {
            switch UInt8.random(in: 0..<9, using: &random) {
            case 0...2:
                let piece = (0..<Int.random(in: 0...100, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                piece.withUnsafeBytes { buffer.append($0) }
                model += piece
            case 3:
                let amount = Int.random(in: 1...100, using: &random)
                buffer.extend(by: amount).initializeMemory(as: UInt8.self, repeating: 9)
                model += Array(repeating: 9, count: amount)
            case 4:
                buffer.append(7)
                model.append(7)
            case 5, 6:
                let amount = Int.random(in: 0...model.count, using: &random)
                buffer.consume(amount)
                model.removeFirst(amount)
            case 7:
                let amount = Int.random(in: 0...model.count, using: &random)
                buffer.removeLast(amount)
                model.removeLast(amount)
            default:
                if step % 5 == 0 { buffer.release() } else { buffer.clear() }
                model = []
            }
            guard Array(buffer.bytes) == model else {
                Issue.record("step \(step) differs from the model, \(random)")
                return
            }
        }
    }

    @Test func `a released buffer holds no memory`() {
        var buffer = ByteBuffer()
        buffer.append("x")
        buffer.release()
        #expect(buffer.allocated == 0)
    }
}
