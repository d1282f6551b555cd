import Bytes
import Testing

@testable import Framing

struct FrameLimitTests {
    private let server = SplitVerifier(limits: FrameLimits(frameBytes: 200, messageBytes: 300, fragments: 4))

    private func body(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    @Test func `a frame may have as many bytes as its limit`() {
        #expect(server.verify(frame(0x82, body(200))) == [.binary(body(200))])
        #expect(server.verify(frame(0x82, body(201))) == [.failed(.frameTooLong(limit: 200))])
    }

    @Test func `a message may have as many bytes as its limit`() {
        #expect(server.verify(frame(0x02, body(200)) + frame(0x80, body(100))) == [.binary(body(300))])
        #expect(
            server.verify(frame(0x02, body(200)) + frame(0x80, body(101))) == [.failed(.messageTooLong(limit: 300))])
    }

    @Test func `a message may have as many fragments as its limit, and empty ones count`() {
        let four = frame(0x02) + frame(0x00) + frame(0x00)
        #expect(server.verify(four + frame(0x80, [1])) == [.binary([1])])
        #expect(server.verify(four + frame(0x00) + frame(0x80)) == [.failed(.tooManyFragments(limit: 4))])
    }

    @Test func `control frames do not count`() {
        let pings = (0..<10).flatMap { _ in frame(0x89, body(125)) }
        let received = server.verify(frame(0x02, body(200)) + pings + frame(0x80, body(100)))
        #expect(received == Array(repeating: .ping(body(125)), count: 10) + [.binary(body(300))])
    }

    @Test func `a long frame is refused by its header`() {
        let header = frame(0x82, [], length: [127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        #expect(server.verify(header) == [.failed(.frameTooLong(limit: 200))])
    }

    @Test func `no memory is taken on a frame's word`() throws {
        var reader = FrameReader(role: .server)
        let limits = FrameLimits(frameBytes: .max, messageBytes: .max, fragments: 1)
        var bytes = frame(0x82, body(3), length: [127, 0, 0, 0, 1, 0, 0, 0, 0])
        try bytes.withUnsafeMutableBytes { memory in
            var input = memory
            let event = try reader.next(&input, limits: limits, inflater: nil)
            #expect(event == nil)
        }
        let allocated = reader.allocated
        #expect(0 < allocated && allocated <= 64)
    }

    @Test func `an idle reader holds no memory`() throws {
        var reader = FrameReader(role: .server)
        let pieces: [(bytes: [UInt8], idle: Bool)] = [
            (frame(0x82, body(100)), true), (Array(frame(0x82, body(100)).dropLast()), false), ([7 ^ 0x3D], true),
            (frame(0x02, body(100)), false), (Array(frame(0x89, body(10)).dropLast(5)), false),
            (Array(frame(0x89, body(10)).suffix(5)), false), (frame(0x80), true), ([0x82], true),
            ([0x80, 1, 2, 3, 4], true),
            (Array(frame(0x89, body(10)).dropLast(5)), false), (Array(frame(0x89, body(10)).suffix(5)), true),
        ]
        var events = 0
        for (position, piece) in pieces.enumerated() {
            var bytes = piece.bytes
            try bytes.withUnsafeMutableBytes { memory in
                var input = memory
                while try reader.next(&input, limits: server.limits, inflater: nil) != nil { events += 1 }
            }
            let allocated = reader.allocated
            #expect((allocated == 0) == piece.idle, "after piece \(position): \(allocated) bytes")
        }
        #expect(events == 6)
    }

    @Test func `a whole message is delivered where it lies`() throws {
        var reader = FrameReader(role: .server)
        var bytes = frame(0x02) + frame(0x80, body(50)) + frame(0x81, "text") + frame(0x89, "ping")
        try bytes.withUnsafeMutableBytes { memory in
            var input = memory
            var events = 0
            while let event = try reader.next(&input, limits: server.limits, inflater: nil) {
                let body =
                    switch event {
                    case .text(let body), .binary(let body), .ping(let body), .pong(let body), .close(_, let body): body
                    }
                let start = try #require(body.baseAddress)
                #expect(UnsafeRawPointer(memory.baseAddress!) <= start)
                #expect(start + body.count <= UnsafeRawPointer(memory.baseAddress! + memory.count))
                events += 1
            }
            #expect(events == 3)
        }
    }
}
