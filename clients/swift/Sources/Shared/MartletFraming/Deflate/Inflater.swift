import MartletBytes
import MartletCZlib

/// The output memory that a shared inflater or deflater keeps between messages; one of a connection's own keeps none.
let keptOutput = 65_536

/// Decompresses messages (RFC 7692 §7.2.2), at most to a limit.
///
/// Without context takeover one serves every connection of a shard, with it each connection needs its own.
package final class Inflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private let keepsContext: Bool
    private var output = ByteBuffer()

    package init(_ direction: DeflateParameters.Direction) {
        keepsContext = !direction.noContextTakeover
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Without takeover the full window costs nothing and lets connections with any window share.
        let windowBits = keepsContext ? direction.windowBits : 15
        let result = martlet_inflate_init(stream, CInt(-windowBits))
        precondition(result == Z_OK, "inflateInit2 returned \(result)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The memory that the last message's content holds.
    var allocated: Int { output.allocated }

    /// The message's content, good until the next call.
    func inflate(
        _ message: UnsafeRawBufferPointer, asText: Bool, limit: Int
    ) throws(WebSocketError) -> UnsafeRawBufferPointer {
        output.clear()
        if !keepsContext { inflateReset(stream) }
        var text: UTF8Validator? = asText ? UTF8Validator() : nil
        let ended = try feed(message, text: &text, limit: limit)
        // A message whose last block is final, with nothing after it, lacks no tail.
        if !ended {
            try feedTail(text: &text, limit: limit)
        }
        if let text, !text.isComplete { throw .invalidUTF8 }
        return output.bytes
    }

    /// Gives back what the last message took.
    func forget() {
        let kept = keepsContext ? 0 : keptOutput
        if output.allocated > kept { output.release() }
    }

    /// Appends what the sender cut off (RFC 7692 §7.2.2); then the message must end where a block ends.
    private func feedTail(text: inout UTF8Validator?, limit: Int) throws(WebSocketError) {
        let tail: InlineArray<4, UInt8> = [0x00, 0x00, 0xFF, 0xFF]
        try tail.span.withUnsafeBytes { (bytes) throws(WebSocketError) in
            _ = try feed(bytes, text: &text, limit: limit)
        }
        // zlib.h on data_type: 128 is the end of a block, plus the unused bits, plus 64 in the last block.
        guard stream.pointee.data_type == 128 else { throw .invalidDeflate }
    }

    /// Whether the input ended together with a final block.
    private func feed(
        _ input: UnsafeRawBufferPointer, text: inout UTF8Validator?, limit: Int
    ) throws(WebSocketError) -> Bool {
        guard input.count > 0 else { return false }
        precondition(input.count <= UInt32.max, "\(input.count) bytes of one message")
        stream.pointee.next_in = UnsafeMutablePointer(
            // It is not empty.
            mutating: input.baseAddress!.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(input.count)
        repeat {
            let result = try inflatePiece(text: &text, limit: limit)
            switch result {
            case Z_OK, Z_BUF_ERROR:
                break
            case Z_STREAM_END:
                // RFC 7692 §7.2.3.4: blocks may follow a final one, and still refer to what came before it.
                inflateResetKeep(stream)
                if stream.pointee.avail_in == 0 { return true }
            case Z_DATA_ERROR, Z_NEED_DICT:
                throw .invalidDeflate
            default:
                preconditionFailure("inflate returned \(result)")
            }
        } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        return false
    }

    private func inflatePiece(text: inout UTF8Validator?, limit: Int) throws(WebSocketError) -> CInt {
        let before = output.count
        // One byte beyond the limit, to see that there is one.
        let room = min(max(1024, 4 * Int(stream.pointee.avail_in), before), 65_536, limit - before) + 1
        var result = Z_OK
        output.append(upTo: room) { room in
            // There is room for a byte at least.
            stream.pointee.next_out = room.baseAddress!.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(room.count)
            result = MartletCZlib.inflate(stream, Z_SYNC_FLUSH)
            return room.count - Int(stream.pointee.avail_out)
        }
        let piece = UnsafeRawBufferPointer(rebasing: output.bytes[before...])
        // A copy would validate in its place.
        if text != nil, !text!.accept(piece) { throw .invalidUTF8 }
        guard output.count <= limit else { throw .messageTooLong(limit: limit) }
        return result
    }
}
