import CLZ4

/// Blocks of LZ4: what repeats itself in the bytes becomes short, at about a nanosecond for each two or three bytes.
enum LZ4 {
    /// Nil: it would not be shorter.
    static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        guard let count = Int32(exactly: bytes.count), count > 1 else { return nil }
        let packed = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { target, filled in
            filled = bytes.withUnsafeBytes { source in
                // Neither is empty, so both have an address.
                Int(LZ4_compress_default(source.baseAddress!, target.baseAddress!, count, count - 1))
            }
        }
        return packed.isEmpty ? nil : packed
    }

    /// Nil: it is no block of so many bytes. What memory it takes is bounded by what there is to unpack.
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

/// What a byte of a block stands for at the most.
private let mostRepetition = 255
