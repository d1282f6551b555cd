/// The 2 to 14 bytes before a frame's payload (RFC 6455 §5.2).
struct FrameHeader: Equatable {
    var opcode: Opcode
    var isFinal = true
    /// RSV1, which permessage-deflate sets on a message's first frame (RFC 7692 §6).
    var isCompressed = false
    var key: MaskingKey?
    var length: Int

    static let longest = 14

    var size: Int {
        let extended = length <= 125 ? 0 : length <= 0xFFFF ? 2 : 8
        return 2 + extended + (key == nil ? 0 : 4)
    }

    /// Writes `size` bytes.
    func write(to bytes: UnsafeMutableRawPointer) {
        let first = opcode.rawValue | (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0)
        let masked: UInt8 = key == nil ? 0 : 0x80
        bytes.storeBytes(of: first, as: UInt8.self)
        switch length {
        case ...125:
            bytes.storeBytes(of: masked | UInt8(length), toByteOffset: 1, as: UInt8.self)
        case ...0xFFFF:
            bytes.storeBytes(of: masked | 126, toByteOffset: 1, as: UInt8.self)
            bytes.storeBytes(of: UInt16(length).bigEndian, toByteOffset: 2, as: UInt16.self)
        default:
            bytes.storeBytes(of: masked | 127, toByteOffset: 1, as: UInt8.self)
            bytes.storeBytes(of: UInt64(length).bigEndian, toByteOffset: 2, as: UInt64.self)
        }
        key?.write(to: bytes + (size - 4))
    }

    /// The header that these bytes begin with; `nil` while it is not whole. A fault in its first two bytes is refused
    /// as soon as they are here.
    static func read(_ bytes: UnsafeRawBufferPointer, role: FrameReader.Role) throws(WebSocketError) -> FrameHeader? {
        guard bytes.count >= 2, let base = bytes.baseAddress else { return nil }
        let first = base.load(as: UInt8.self)
        let second = base.load(fromByteOffset: 1, as: UInt8.self)
        guard first & 0x30 == 0 else { throw .reservedBit }
        guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .reservedOpcode(first & 0x0F) }
        let isFinal = first & 0x80 != 0
        let isMasked = second & 0x80 != 0
        if isMasked != (role == .server) { throw isMasked ? .maskedFrame : .unmaskedFrame }
        var length = Int(second & 0x7F)
        if opcode.isControl {
            guard length <= 125 else { throw .longControlFrame }
            guard isFinal else { throw .fragmentedControlFrame }
        }
        let extended = length == 126 ? 2 : length == 127 ? 8 : 0
        guard bytes.count >= 2 + extended + (isMasked ? 4 : 0) else { return nil }
        if extended > 0 { length = try readLength(base + 2, size: extended) }
        return FrameHeader(
            opcode: opcode, isFinal: isFinal, isCompressed: first & 0x40 != 0,
            key: isMasked ? MaskingKey(readingFrom: base + 2 + extended) : nil, length: length)
    }

    private static func readLength(_ bytes: UnsafeRawPointer, size: Int) throws(WebSocketError) -> Int {
        if size == 2 {
            let length = UInt16(bigEndian: bytes.loadUnaligned(as: UInt16.self))
            guard length > 125 else { throw .lengthNotMinimal }
            return Int(length)
        }
        let length = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        guard length <= Int.max else { throw .lengthOver63Bits }
        guard length > 0xFFFF else { throw .lengthNotMinimal }
        return Int(length)
    }
}
