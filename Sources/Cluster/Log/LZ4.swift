import Bytes
import CLZ4

/// Blocks of LZ4: what repeats itself in the bytes becomes short, at about a nanosecond for each two or three bytes.
enum LZ4 {
    /// Appends the block. False: it would not be shorter, and nothing is appended.
    static func pack(_ bytes: UnsafeRawBufferPointer, into buffer: inout ByteBuffer) -> Bool {
        guard let count = Int32(exactly: bytes.count), count > 1 else { return false }
        let place = buffer.reserve(bytes.count - 1)
        let written = LZ4_compress_default(bytes.baseAddress, place, count, count - 1)
        buffer.advance(by: Int(written))
        return written > 0
    }

    /// Nil: it is no block of so many bytes. Its memory is bounded by what there is to unpack.
    static func unpack(_ block: ArraySlice<UInt8>, to count: Int) -> [UInt8]? {
        guard count > 0, count / mostRepetition <= block.count, let capacity = Int32(exactly: count),
            let size = Int32(exactly: block.count)
        else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            let written = block.withUnsafeBytes { source in
                // The count is above 0, so the target has an address.
                LZ4_decompress_safe(source.baseAddress, target.baseAddress!, size, capacity)
            }
            filled = max(0, Int(written))
        }
        return bytes.count == count ? bytes : nil
    }
}

/// A byte of a block stands for so many bytes at most.
private let mostRepetition = 255
