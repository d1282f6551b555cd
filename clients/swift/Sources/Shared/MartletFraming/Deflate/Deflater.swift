import MartletBytes
import MartletCZlib

/// Compresses messages (RFC 7692 §7.2.1).
///
/// Without context takeover one serves every connection of a shard with its window, with it each connection needs its own.
package final class Deflater {
    package let windowBits: Int
    package let keepsContext: Bool
    /// Messages below this many bytes go out as they are.
    package let threshold: Int
    private let stream: UnsafeMutablePointer<z_stream>
    private var output = ByteBuffer()

    /// zlib's level goes from 1, fast, to 9, small. zlib cannot deflate with a window of 8 bits.
    package init(_ direction: DeflateParameters.Direction, level: Int, threshold: Int) {
        precondition(9...15 ~= direction.windowBits, "deflating with a window of \(direction.windowBits) bits")
        precondition(1...9 ~= level, "compression level \(level)")
        windowBits = direction.windowBits
        keepsContext = !direction.noContextTakeover
        self.threshold = threshold
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // zlib's default for the full window, 8, and less in proportion: half of its memory is not the window.
        let memoryLevel = CInt(windowBits - 7)
        let result = martlet_deflate_init(stream, CInt(level), CInt(-windowBits), memoryLevel)
        precondition(result == Z_OK, "deflateInit2 returned \(result)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends one message as a frame, compressed if it is worth it.
    package func appendMessage(
        _ opcode: Opcode, _ body: UnsafeRawBufferPointer, key: MaskingKey? = nil, to buffer: inout ByteBuffer
    ) {
        if body.count < threshold {
            FrameWriter.append(opcode, body, key: key, to: &buffer)
        } else {
            FrameWriter.append(opcode, deflate(body), compressed: true, key: key, to: &buffer)
        }
        forget()
    }

    /// The payload of a compressed message, good until the next call.
    func deflate(_ body: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        output.clear()
        guard body.count > 0 else {
            // RFC 7692 §7.2.3.6; zlib would write nothing after a flush.
            output.append(0)
            return output.bytes
        }
        precondition(body.count <= UInt32.max, "\(body.count) bytes in one message")
        if !keepsContext { deflateReset(stream) }
        stream.pointee.next_in = UnsafeMutablePointer(
            // It is not empty.
            mutating: body.baseAddress!.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(body.count)
        // Room for the flush's marker too; with less than seven bytes zlib could write it twice.
        var room = Int(deflateBound(stream, UInt(body.count))) + 16
        repeat {
            output.append(upTo: room) { room in
                // There is room for 16 bytes at least.
                stream.pointee.next_out = room.baseAddress!.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(room.count)
                let result = MartletCZlib.deflate(stream, Z_SYNC_FLUSH)
                precondition(result == Z_OK || result == Z_BUF_ERROR, "deflate returned \(result)")
                return room.count - Int(stream.pointee.avail_out)
            }
            room = 4096
        } while stream.pointee.avail_out == 0
        precondition(output.bytes.suffix(4).elementsEqual([0x00, 0x00, 0xFF, 0xFF]), "a flush without its marker")
        output.removeLast(4)
        return output.bytes
    }

    /// Gives back what the last message took.
    func forget() {
        let kept = keepsContext ? 0 : keptOutput
        if output.allocated > kept { output.release() }
    }
}
