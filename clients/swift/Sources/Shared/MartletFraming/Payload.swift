import MartletBytes
import MartletLocking
import Synchronization

/// One message to any number of receivers: encoded once, as the server's frame, header and body in one piece of memory.
///
/// Sendable: the frame is written before `init` returns and never after; its compressed forms stand behind atomics.
public final class Payload: @unchecked Sendable {
    /// The unmasked frame that a server sends; like `body` good as long as the payload lives.
    package let frame: UnsafeRawBufferPointer
    package let opcode: Opcode
    /// Its bytes are kept as long as the process lives: a receiver that is slow holds nothing of its own.
    package let isPermanent: Bool
    private let headerSize: UInt8
    private let deflations = AtomicLazyReference<Deflation>()

    public convenience init(text: String) {
        var text = text
        let frame = text.withUTF8 { Payload.encode(.text, UnsafeRawBufferPointer($0)) }
        self.init(frame, opcode: .text, bodySize: text.utf8.count)
    }

    /// The bytes must be UTF-8.
    package convenience init(text: UnsafeRawBufferPointer) {
        self.init(Payload.encode(.text, text), opcode: .text, bodySize: text.count)
    }

    public convenience init(binary: UnsafeRawBufferPointer) {
        self.init(Payload.encode(.binary, binary), opcode: .binary, bodySize: binary.count)
    }

    /// Bytes that leave as they are, without a frame: a part of a response that many connections get.
    package convenience init(unframed bytes: [UInt8], isPermanent: Bool = false) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        self.init(UnsafeRawBufferPointer(copy), opcode: .text, bodySize: bytes.count, isPermanent: isPermanent)
    }

    private init(_ frame: UnsafeRawBufferPointer, opcode: Opcode, bodySize: Int, isPermanent: Bool = false) {
        self.frame = frame
        self.opcode = opcode
        self.isPermanent = isPermanent
        headerSize = UInt8(frame.count - bodySize)
    }

    deinit {
        frame.deallocate()
    }

    package var body: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: frame[Int(headerSize)...])
    }

    private static func encode(
        _ opcode: Opcode, _ body: UnsafeRawBufferPointer, compressed: Bool = false
    ) -> UnsafeRawBufferPointer {
        let header = FrameHeader(opcode: opcode, isCompressed: compressed, length: body.count)
        let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: header.size + body.count, alignment: 1)
        // There is a header at least.
        header.write(to: frame.baseAddress!)
        UnsafeMutableRawBufferPointer(rebasing: frame[header.size...]).copyMemory(from: body)
        return UnsafeRawBufferPointer(frame)
    }
}

// MARK: - Compressed

extension Payload {
    /// The same message compressed, for every connection with this deflater's window and no context takeover; itself
    /// if it is too short to be worth it. Made once, whichever shard asks first; the others wait for it.
    package func deflated(by deflater: Deflater) -> Payload {
        precondition(!deflater.keepsContext, "what depends on one connection's context cannot be shared")
        guard body.count >= deflater.threshold else { return self }
        let windowBits = deflater.windowBits
        var deflation = deflations.load() ?? deflations.storeIfNil(Deflation(windowBits))
        while deflation.windowBits != windowBits {
            deflation = deflation.next.load() ?? deflation.next.storeIfNil(Deflation(windowBits))
        }
        return deflation.payload { compressed(by: deflater) }
    }

    /// For one connection that keeps its context between messages.
    package func appendDeflated(by deflater: Deflater, to buffer: inout ByteBuffer) {
        deflater.appendMessage(opcode, body, to: &buffer)
    }

    private func compressed(by deflater: Deflater) -> Payload {
        defer { deflater.forget() }
        let body = deflater.deflate(body)
        return Payload(Payload.encode(opcode, body, compressed: true), opcode: opcode, bodySize: body.count)
    }
}

/// The compressed form for one window size, and the way to the next size: at most seven in a row.
private final class Deflation: Sendable {
    let windowBits: Int
    let next = AtomicLazyReference<Deflation>()
    private let made = AtomicLazyReference<Payload>()
    private let making = Lock(())

    init(_ windowBits: Int) {
        self.windowBits = windowBits
    }

    func payload(make: () -> Payload) -> Payload {
        if let payload = made.load() { return payload }
        return making.withLock { _ in made.load() ?? made.storeIfNil(make()) }
    }
}
