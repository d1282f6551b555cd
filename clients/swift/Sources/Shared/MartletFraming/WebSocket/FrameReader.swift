import MartletBytes

/// Turns one peer's bytes into messages and control frames (RFC 6455 §5, RFC 7692 §6).
///
/// It holds memory only while a message or a frame is unfinished, as much as has arrived of it. A message that comes whole in one
/// frame is delivered where it lies in the input. After an error the connection is over, and the reader with it.
package struct FrameReader: ~Copyable {
    /// The end of the connection that reads: clients mask, servers must not.
    package enum Role: Sendable {
        case server
        case client
    }

    private enum Progress {
        case betweenFrames
        case inHeader(PartialHeader)
        case inPayload(Frame)
    }

    /// A frame whose payload is coming.
    private struct Frame {
        let opcode: Opcode
        let isFinal: Bool
        var key: MaskingKey?
        var lacking: Int
    }

    /// A message whose frames are coming.
    private struct Message {
        let isText: Bool
        let isCompressed: Bool
        var fragments = 0
    }

    private let role: Role
    private var progress = Progress.betweenFrames
    private var message: Message?
    private var text = UTF8Validator()
    /// The unfinished message, and behind it the control frame that came in between.
    private var held = ByteBuffer()
    /// How much of `held` is a control frame, unfinished or delivered by the last call.
    private var heldControl: UInt8 = 0

    package init(role: Role) {
        self.role = role
    }

    /// The memory that the reader holds for an unfinished message.
    package var allocated: Int { held.allocated }

    /// Takes bytes from the front of `input`, unmasking them in place, up to the next event; `nil` when it is used up.
    ///
    /// The inflater is that of the connection if it has negotiated permessage-deflate.
    package mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer, limits: FrameLimits, inflater: Inflater?
    ) throws(WebSocketError) -> FrameEvent? {
        forgetDelivered(inflater)
        if message == nil, case .betweenFrames = progress,
            let event = Self.takeWholeMessage(&input, role: role, limits: limits)
        {
            return event
        }
        while var frame = try takeHeader(&input, limits: limits, deflate: inflater != nil) {
            let piece = input.takeFirst(frame.lacking)
            frame.key?.apply(to: piece)
            frame.lacking -= piece.count
            guard frame.lacking == 0 else {
                try keep(UnsafeRawBufferPointer(piece), of: frame)
                progress = .inPayload(frame)
                return nil
            }
            progress = .betweenFrames
            if let event = try finish(frame, UnsafeRawBufferPointer(piece), limits: limits, inflater: inflater) {
                return event
            }
        }
        return nil
    }

    private mutating func forgetDelivered(_ inflater: Inflater?) {
        inflater?.forget()
        guard case .betweenFrames = progress else { return }
        if heldControl > 0 {
            held.removeLast(Int(heldControl))
            heldControl = 0
        }
        if message == nil, held.allocated > 0 { held.release() }
    }
}

// MARK: - Headers

extension FrameReader {
    /// The unfinished frame, or the next one if its header is whole.
    private mutating func takeHeader(
        _ input: inout UnsafeMutableRawBufferPointer, limits: FrameLimits, deflate: Bool
    ) throws(WebSocketError) -> Frame? {
        switch progress {
        case .inPayload(let frame):
            return frame
        case .betweenFrames:
            if let header = try FrameHeader.read(UnsafeRawBufferPointer(input), role: role) {
                _ = input.takeFirst(header.size)
                return try open(header, limits: limits, deflate: deflate)
            }
            guard !input.isEmpty else { return nil }
            progress = .inHeader(PartialHeader(input.takeFirst(input.count)))
            return nil
        case .inHeader(var partial):
            while let byte = input.takeFirst(1).first {
                partial.append(byte)
                if let header = try partial.read(role: role) {
                    return try open(header, limits: limits, deflate: deflate)
                }
            }
            progress = .inHeader(partial)
            return nil
        }
    }

    private mutating func open(
        _ header: FrameHeader, limits: FrameLimits, deflate: Bool
    ) throws(WebSocketError) -> Frame {
        // RFC 7692 §6.1: RSV1 only if negotiated, and only on the first frame of a message.
        let mayBeCompressed = deflate && (header.opcode == .text || header.opcode == .binary)
        if header.isCompressed && !mayBeCompressed { throw .reservedBit }
        if !header.opcode.isControl {
            try openData(header, limits: limits)
        }
        return Frame(opcode: header.opcode, isFinal: header.isFinal, key: header.key, lacking: header.length)
    }

    private mutating func openData(_ header: FrameHeader, limits: FrameLimits) throws(WebSocketError) {
        var message = try openMessage(header)
        message.fragments += 1
        self.message = message
        guard header.length <= limits.frameBytes else { throw .frameTooLong(limit: limits.frameBytes) }
        guard header.length <= limits.messageBytes - held.count else {
            throw .messageTooLong(limit: limits.messageBytes)
        }
        guard message.fragments <= limits.fragments else { throw .tooManyFragments(limit: limits.fragments) }
    }

    private func openMessage(_ header: FrameHeader) throws(WebSocketError) -> Message {
        if header.opcode == .continuation {
            guard let message else { throw .nothingToContinue }
            return message
        }
        guard message == nil else { throw .messageUnfinished }
        return Message(isText: header.opcode == .text, isCompressed: header.isCompressed)
    }
}

// MARK: - Payloads

extension FrameReader {
    /// Copies what cannot be delivered yet.
    private mutating func keep(_ piece: UnsafeRawBufferPointer, of frame: Frame) throws(WebSocketError) {
        if frame.opcode.isControl {
            heldControl += UInt8(piece.count)
        } else {
            try check(piece)
        }
        held.append(piece)
    }

    /// Text is checked as it comes, so that a peer learns at once that the rest is in vain (RFC 6455 §8.1).
    private mutating func check(_ piece: UnsafeRawBufferPointer) throws(WebSocketError) {
        guard let message, message.isText, !message.isCompressed else { return }
        guard text.accept(piece) else { throw .invalidUTF8 }
    }

    private mutating func finish(
        _ frame: Frame, _ last: UnsafeRawBufferPointer, limits: FrameLimits, inflater: Inflater?
    ) throws(WebSocketError) -> FrameEvent? {
        if frame.opcode.isControl { return try finishControl(frame, last) }
        guard frame.isFinal else {
            try keep(last, of: frame)
            return nil
        }
        return try finishMessage(frame, last, limits: limits, inflater: inflater)
    }

    private mutating func finishMessage(
        _ frame: Frame, _ last: UnsafeRawBufferPointer, limits: FrameLimits, inflater: Inflater?
    ) throws(WebSocketError) -> FrameEvent? {
        guard let message else { preconditionFailure("a data frame outside a message") }
        var body = last
        if held.isEmpty {
            try check(last)
        } else {
            try keep(last, of: frame)
            body = held.bytes
        }
        if message.isCompressed {
            guard let inflater else { preconditionFailure("the inflater is gone amid a compressed message") }
            body = try inflater.inflate(body, asText: message.isText, limit: limits.messageBytes)
        } else {
            guard text.isComplete else { throw .invalidUTF8 }
        }
        self.message = nil
        return message.isText ? .text(body) : .binary(body)
    }

    private mutating func finishControl(
        _ frame: Frame, _ last: UnsafeRawBufferPointer
    ) throws(WebSocketError) -> FrameEvent {
        var body = last
        if heldControl > 0 {
            try keep(last, of: frame)
            body = UnsafeRawBufferPointer(rebasing: held.bytes.suffix(Int(heldControl)))
        }
        switch frame.opcode {
        case .ping: return .ping(body)
        case .pong: return .pong(body)
        case .close: return try readClose(body)
        case .text, .binary, .continuation: preconditionFailure("\(frame.opcode) is no control frame")
        }
    }
}

/// RFC 6455 §5.5.1: nothing, or a code and a reason.
private func readClose(_ body: UnsafeRawBufferPointer) throws(WebSocketError) -> FrameEvent {
    guard body.count > 0 else { return .close(code: nil, reason: body) }
    guard body.count >= 2 else { throw .halfCloseCode }
    let code = CloseCode(rawValue: UInt16(body[0]) << 8 | UInt16(body[1]))
    guard code.maySendInFrame else { throw .invalidCloseCode(code.rawValue) }
    let reason = UnsafeRawBufferPointer(rebasing: body[2...])
    guard UTF8Validator.isValid(reason) else { throw .invalidUTF8 }
    return .close(code: code, reason: reason)
}

/// The first bytes of a header that the input broke off in.
private struct PartialHeader {
    private var bytes = InlineArray<14, UInt8>(repeating: 0)
    private var count: UInt8 = 0

    init(_ start: UnsafeMutableRawBufferPointer) {
        for byte in start { append(byte) }
    }

    mutating func append(_ byte: UInt8) {
        bytes[Int(count)] = byte
        count += 1
    }

    func read(role: FrameReader.Role) throws(WebSocketError) -> FrameHeader? {
        try bytes.span.withUnsafeBytes { (all) throws(WebSocketError) in
            try FrameHeader.read(UnsafeRawBufferPointer(rebasing: all.prefix(Int(count))), role: role)
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Up to `most` bytes from the front.
    fileprivate mutating func takeFirst(_ most: Int) -> UnsafeMutableRawBufferPointer {
        let split = Swift.min(most, count)
        let taken = UnsafeMutableRawBufferPointer(rebasing: self[..<split])
        self = UnsafeMutableRawBufferPointer(rebasing: self[split...])
        return taken
    }
}
