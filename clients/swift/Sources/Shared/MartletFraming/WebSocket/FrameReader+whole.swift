import MartletBytes

extension FrameReader {
    /// The common case in a few dozen instructions: an uncompressed message that lies whole in one frame of up to 64 KiB at
    /// the front of `input`. `nil`, and nothing taken, if it is anything else or anything is wrong with it: then the
    /// general way decides. Only called between messages.
    static func takeWholeMessage(
        _ input: inout UnsafeMutableRawBufferPointer, role: Role, limits: FrameLimits
    ) -> FrameEvent? {
        guard input.count >= 6, let base = input.baseAddress else { return nil }
        // FIN with the opcode text or binary, and no reserved bit.
        let first = base.load(as: UInt8.self)
        guard first == 0x81 || first == 0x82 else { return nil }
        let second = base.load(fromByteOffset: 1, as: UInt8.self)
        guard (second & 0x80 != 0) == (role == .server) else { return nil }
        var length = Int(second & 0x7F)
        var header = 2
        if length == 126 {
            length = Int(UInt16(bigEndian: base.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
            header = 4
            guard length > 125 else { return nil }
        } else if length == 127 {
            return nil
        }
        let mask = header
        if role == .server { header += 4 }
        guard header + length <= input.count, length <= limits.frameBytes, length <= limits.messageBytes else {
            return nil
        }
        let body = UnsafeMutableRawBufferPointer(start: base + header, count: length)
        var key = role == .server ? MaskingKey(readingFrom: base + mask) : MaskingKey(0)
        key.apply(to: body)
        let message = UnsafeRawBufferPointer(body)
        if first == 0x81, !UTF8Validator.isValid(message) {
            // Masking twice is masking not at all: the general way reads it from the start and says what is wrong.
            key = role == .server ? MaskingKey(readingFrom: base + mask) : MaskingKey(0)
            key.apply(to: body)
            return nil
        }
        input = UnsafeMutableRawBufferPointer(start: base + header + length, count: input.count - header - length)
        return first == 0x81 ? .text(message) : .binary(message)
    }
}
