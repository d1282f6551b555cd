import Bytes
import Framing

/// The same bytes whole and in pieces: the reader must make the same of both, and of neither too much.
func feedWebSocket(_ input: Input, role: FrameReader.Role) -> CInt {
    let whole = receive(input, inPiecesOf: max(input.bytes.count, 1), role: role)
    let cut = receive(input, inPiecesOf: input.pieceSize, role: role)
    precondition(whole == cut, "whole: \(whole), in pieces of \(input.pieceSize): \(cut)")
    return 0
}

private enum Received: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode?, [UInt8])
    case failed(WebSocketError)
}

private let limits = FrameLimits(frameBytes: 4096, messageBytes: 8192, fragments: 16)

private func receive(_ input: Input, inPiecesOf size: Int, role: FrameReader.Role) -> [Received] {
    var reader = FrameReader(role: role)
    let inflater = inflater(input.control)
    var received: [Received] = []
    input.feed(inPiecesOf: size) { piece in
        var piece = piece
        do throws(WebSocketError) {
            while let event = try reader.next(&piece, limits: limits, inflater: inflater) {
                received.append(check(event))
                if case .close = event { return false }
            }
        } catch {
            precondition(error.closeCode.maySendInFrame, "\(error) has no close code to send")
            received.append(.failed(error))
            return false
        }
        precondition(piece.isEmpty, "\(piece.count) bytes are left")
        // A buffer grows by doubling, and holds at most a message and the control frame within it.
        precondition(reader.allocated <= 4 * limits.messageBytes, "\(reader.allocated) bytes are held")
        return true
    }
    return received
}

private func check(_ event: FrameEvent) -> Received {
    switch event {
    case .text(let bytes):
        precondition(String(validating: bytes, as: UTF8.self) != nil, "not UTF-8: \(Array(bytes))")
        precondition(bytes.count <= limits.messageBytes, "a text of \(bytes.count) bytes")
        return .text(Array(bytes))
    case .binary(let bytes):
        precondition(bytes.count <= limits.messageBytes, "a message of \(bytes.count) bytes")
        return .binary(Array(bytes))
    case .ping(let bytes):
        precondition(bytes.count <= 125, "a ping of \(bytes.count) bytes")
        return .ping(Array(bytes))
    case .pong(let bytes):
        precondition(bytes.count <= 125, "a pong of \(bytes.count) bytes")
        return .pong(Array(bytes))
    case .close(let code, let reason):
        precondition(code?.maySendInFrame ?? true, "close code \(code!)")
        precondition(String(validating: reason, as: UTF8.self) != nil, "not UTF-8: \(Array(reason))")
        return .close(code, Array(reason))
    }
}

/// By the control byte's upper half: none, one without context, or one with context and that window.
private func inflater(_ control: UInt8) -> Inflater? {
    switch Int(control >> 4) {
    case 0: nil
    case 1...7: Inflater(.init(noContextTakeover: true, windowBits: 15))
    case let bits: Inflater(.init(noContextTakeover: false, windowBits: bits))
    }
}
