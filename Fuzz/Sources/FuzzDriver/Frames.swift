import Bytes
import Framing

private let limits = FrameLimits(frameBytes: 4096, messageBytes: 8192, fragments: 8)

private func check(_ event: FrameEvent) {
    switch event {
    case .text(let body):
        precondition(body.count <= limits.messageBytes, "a message beyond its limit")
        precondition(UTF8Validator.isValid(body), "text that is not UTF-8")
    case .binary(let body): precondition(body.count <= limits.messageBytes, "a message beyond its limit")
    case .ping(let body), .pong(let body): precondition(body.count <= 125, "a control frame beyond its limit")
    case .close(let code, let reason):
        precondition(code.map(\.maySendInFrame) ?? true, "a close code that must not be sent")
        precondition(UTF8Validator.isValid(reason), "a reason that is not UTF-8")
    }
}

/// The first byte: whether permessage-deflate was agreed on, and with which context.
private func inflater(_ choice: UInt8) -> Inflater? {
    switch choice % 3 {
    case 0: nil
    case 1: Inflater(.init(noContextTakeover: true, windowBits: 15))
    default: Inflater(.init(noContextTakeover: false, windowBits: 8 + Int(choice / 3 % 8)))
    }
}

/// One end reads what the other sends. The first byte chooses the compression, the next four how the rest arrives.
package func readFrames(_ start: UnsafePointer<UInt8>?, _ count: Int, as role: FrameReader.Role) -> CInt {
    guard let start, count > 1, var split = Split(start + 1, count - 1) else { return 0 }
    let inflater = inflater(start[0])
    var reader = FrameReader(role: role)
    while let piece = split.piece() {
        defer { piece.deallocate() }
        var input = piece
        do throws(WebSocketError) {
            while let event = try reader.next(&input, limits: limits, inflater: inflater) {
                check(event)
                if case .close = event { return 0 }
            }
            precondition(input.isEmpty, "input left without an event")
            precondition(reader.allocated <= 4 * limits.messageBytes, "more memory than a message may take")
        } catch {
            precondition(error.closeCode.maySendInFrame, "an error whose close code must not be sent")
            return 0
        }
    }
    return 0
}
