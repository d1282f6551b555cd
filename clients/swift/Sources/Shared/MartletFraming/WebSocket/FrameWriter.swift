import MartletBytes

/// Appends frames to what is about to be sent. A key masks the frame: clients give one, servers none (RFC 6455 §5.1).
package enum FrameWriter {
    package static let longestHeader = FrameHeader.longest

    /// The bytes that a frame with this much payload takes.
    package static func size(payload: Int, masked: Bool = false) -> Int {
        FrameHeader(opcode: .binary, key: masked ? MaskingKey(0) : nil, length: payload).size + payload
    }

    /// `compressed` says that the payload is a deflated message, or the first frame of one.
    package static func append(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isFinal: Bool = true, compressed: Bool = false,
        key: MaskingKey? = nil, to buffer: inout ByteBuffer
    ) {
        precondition(
            !opcode.isControl || (payload.count <= 125 && isFinal && !compressed),
            "a control frame of \(payload.count) bytes, final: \(isFinal), compressed: \(compressed)")
        let header = FrameHeader(
            opcode: opcode, isFinal: isFinal, isCompressed: compressed, key: key, length: payload.count)
        let frame = buffer.extend(by: header.size + payload.count)
        // There is a header at least.
        header.write(to: frame.baseAddress!)
        let body = UnsafeMutableRawBufferPointer(rebasing: frame[header.size...])
        body.copyMemory(from: payload)
        if var key { key.apply(to: body) }
    }

    /// A close frame; a reason over 123 bytes is cut before the character that does not fit.
    package static func appendClose(
        _ code: CloseCode?, reason: String = "", key: MaskingKey? = nil, to buffer: inout ByteBuffer
    ) {
        guard let code else {
            append(.close, UnsafeRawBufferPointer(start: nil, count: 0), key: key, to: &buffer)
            return
        }
        precondition(code.maySendInFrame, "close code \(code.rawValue) must not be sent")
        var payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
        for scalar in reason.unicodeScalars {
            // UTF-8 has every scalar.
            let character = UTF8.encode(scalar)!
            guard payload.count + character.count <= 125 else { break }
            payload.append(contentsOf: character)
        }
        payload.withUnsafeBytes { append(.close, $0, key: key, to: &buffer) }
    }
}
