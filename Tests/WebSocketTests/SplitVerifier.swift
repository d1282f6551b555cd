import Bytes
import TestSupport
import Testing

@testable import Framing

/// The events of a reader for a peer's bytes, copied out of its memory.
enum Received: Equatable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode?, String)
    case failed(WebSocketError)

    init(_ event: FrameEvent) {
        self =
            switch event {
            case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
            case .binary(let bytes): .binary(Array(bytes))
            case .ping(let bytes): .ping(Array(bytes))
            case .pong(let bytes): .pong(Array(bytes))
            case .close(let code, let reason): .close(code, String(decoding: reason, as: UTF8.self))
            }
    }
}

/// Gives a reader the same bytes in every way that a network may cut them; it must make the same of all of them.
struct SplitVerifier {
    var role = FrameReader.Role.server
    var limits = FrameLimits(frameBytes: 1 << 20, messageBytes: 1 << 20, fragments: 1 << 20)
    /// How the peer compresses, if it does.
    var deflate: DeflateParameters.Direction?

    /// Returns the events of the uncut bytes. Of more two-way cuts than `cuts`, it chooses that many.
    func verify(
        _ bytes: [UInt8], cuts: Int = 2_000, random: SeededRandom = SeededRandom(),
        _ location: SourceLocation = #_sourceLocation
    ) -> [Received] {
        let whole = receive([bytes[...]])
        var random = random
        expect(whole, bytes.indices.map { bytes[$0...$0] }, "byte by byte, \(random)", location)
        var places = Array(0...bytes.count)
        if places.count > cuts { places = Array(places.shuffled(using: &random).prefix(cuts)) }
        for cut in places {
            expect(whole, [bytes[..<cut], bytes[cut...]], "cut at \(cut), \(random)", location)
        }
        for _ in 0..<20 {
            expect(whole, pieces(of: bytes, using: &random), "in pieces, \(random)", location)
        }
        return whole
    }

    /// Everything up to the end of the input, the close frame, or the error.
    func receive(_ pieces: [ArraySlice<UInt8>]) -> [Received] {
        var reader = FrameReader(role: role)
        let inflater = deflate.map { Inflater($0) }
        var received: [Received] = []
        for piece in pieces {
            // Memory of exactly this size, so that a sanitizer sees a step beyond it.
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
            defer { memory.deallocate() }
            memory.copyBytes(from: piece)
            var input = memory
            do throws(WebSocketError) {
                while let event = try reader.next(&input, limits: limits, inflater: inflater) {
                    received.append(Received(event))
                    if case .close = event { return received }
                }
            } catch {
                return received + [.failed(error)]
            }
            #expect(input.isEmpty, "the reader left \(input.count) bytes")
        }
        return received
    }

    private func expect(
        _ whole: [Received], _ pieces: [ArraySlice<UInt8>], _ how: @autoclosure () -> String, _ location: SourceLocation
    ) {
        let received = receive(pieces)
        if received != whole {
            Issue.record("\(how()): \(received), not \(whole)", sourceLocation: location)
        }
    }

    private func pieces(of bytes: [UInt8], using random: inout SeededRandom) -> [ArraySlice<UInt8>] {
        let longest = Int.random(in: 1...max(1, bytes.count), using: &random)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(longest, rest.count), using: &random)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

/// One frame's bytes, with any header, right or wrong.
func frame(
    _ first: UInt8, _ payload: [UInt8] = [], key: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D], length: [UInt8]? = nil
) -> [UInt8] {
    let masked: UInt8 = key == nil ? 0 : 0x80
    let count = payload.count
    let shortest: [UInt8] =
        switch count {
        case ...125: [UInt8(count)]
        case ...0xFFFF: [126, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: [127] + (0..<8).reversed().map { UInt8(count >> ($0 * 8) & 0xFF) }
        }
    var header = [first] + (length ?? shortest)
    header[1] |= masked
    guard let key else { return header + payload }
    return header + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
}

func frame(_ first: UInt8, _ payload: String) -> [UInt8] {
    frame(first, Array(payload.utf8))
}
