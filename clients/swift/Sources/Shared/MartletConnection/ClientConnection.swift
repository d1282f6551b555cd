import MartletBytes
import MartletFraming
import MartletSecurity

/// A WebSocket as its client has it. Calls wait, each at most as long as its patience.
package final class ClientConnection {
    package struct Options {
        package var channel = Channel.Options()
        package var subprotocols: [String] = []
        package var headers: [HTTPHeader] = []
        package var deflate: DeflateOffer?
        /// Off: pings come out of `receive`, and it is the caller's to answer them.
        package var answersPings = true
        package var limits = FrameLimits(frameBytes: 64 << 20, messageBytes: 64 << 20, fragments: 65_536)

        package init() {}
    }

    package let channel: Channel
    package let subprotocol: String?
    /// Nil: messages go uncompressed.
    package let deflate: DeflateParameters?
    private let options: Options
    private let inflater: Inflater?
    private let deflater: Deflater?
    private var reader = FrameReader(role: .client)
    private var handshake = CloseHandshake()

    package init(_ endpoint: Endpoint, _ options: Options = Options()) throws(ClientError) {
        self.options = options
        channel = try Channel(endpoint, options.channel)
        let request = WebSocketUpgradeRequest(
            host: endpoint.authority, path: endpoint.target.isEmpty ? "/" : endpoint.target, nonce: Random.bytes(16),
            subprotocols: options.subprotocols, extensions: options.deflate?.text, headers: options.headers)
        let agreement = try Self.upgrade(channel, request)
        subprotocol = agreement.subprotocol
        deflate = try Self.deflate(agreement, options.deflate)
        inflater = deflate.map { Inflater($0.server) }
        deflater = deflate.map { Deflater($0.client, level: 6, threshold: 0) }
    }

    // MARK: - Sending

    package func send(_ text: String) throws(ClientError) {
        var text = text
        var frame = ByteBuffer()
        text.withUTF8 { appendMessage(.text, UnsafeRawBufferPointer($0), to: &frame) }
        try channel.write(frame.bytes)
    }

    package func send(binary bytes: [UInt8]) throws(ClientError) {
        var frame = ByteBuffer()
        bytes.withUnsafeBytes { appendMessage(.binary, $0, to: &frame) }
        try channel.write(frame.bytes)
    }

    /// One frame as it is, masked and never compressed; `isFinal` off begins or goes on with a fragmented message.
    package func send(frame opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true) throws(ClientError) {
        var frame = ByteBuffer()
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, isFinal: isFinal, key: .random, to: &frame)
        }
        try channel.write(frame.bytes)
    }

    /// Sends a message of any bytes.
    package func send(raw bytes: [UInt8]) throws(ClientError) {
        try channel.write(bytes)
    }

    package func ping(_ body: [UInt8] = []) throws(ClientError) {
        try send(frame: .ping, body)
    }

    /// Sends a close frame; the server's comes out of `receive`.
    package func close(_ code: CloseCode = .normal, reason: String = "") throws(ClientError) {
        guard let frame = handshake.close(code, reason: reason) else { return }
        try send(frame)
    }

    // MARK: - Receiving

    /// The next event that has come already; nil: none has.
    package func poll() throws(ClientError) -> ClientEvent? {
        while true {
            if let event = try takeEvent() { return event }
            guard try channel.fill() else { return channel.hasEnded ? .ended : nil }
        }
    }

    package func receive(within patience: Duration? = nil) throws(ClientError) -> ClientEvent {
        try receive(by: .after(patience ?? channel.patience), waitingFor: "message")
    }

    func receive(by deadline: Deadline, waitingFor awaited: String) throws(ClientError) -> ClientEvent {
        while true {
            if let event = try takeEvent() { return event }
            guard try channel.fill(by: deadline, waitingFor: awaited) else { return .ended }
        }
    }

    /// An event out of what has come, after doing what the protocol asks for.
    private func takeEvent() throws(ClientError) -> ClientEvent? {
        while let event = try readEvent() {
            switch event {
            case .ping(let body) where options.answersPings:
                if handshake.state == .open { try send(frame: .pong, body) }
            case .closed(let code, _):
                if let answer = handshake.receive(code) { try send(answer) }
                return event
            default:
                return event
            }
        }
        return nil
    }

    private func readEvent() throws(ClientError) -> ClientEvent? {
        // RFC 6455 §1.4: nothing after the close frame counts.
        if handshake.state == .closeReceived || handshake.state == .done {
            channel.input.clear()
            return nil
        }
        var rest = channel.input.mutableBytes
        let before = rest.count
        do throws(WebSocketError) {
            let event = try reader.next(&rest, limits: options.limits, inflater: inflater).map { ClientEvent($0) }
            channel.input.consume(before - rest.count)
            return event
        } catch {
            throw .badFrame(error)
        }
    }

    private func send(_ close: CloseHandshake.Frame) throws(ClientError) {
        var frame = ByteBuffer()
        FrameWriter.appendClose(close.code, reason: close.reason, key: .random, to: &frame)
        try channel.write(frame.bytes)
    }

    private func appendMessage(_ opcode: Opcode, _ body: UnsafeRawBufferPointer, to frame: inout ByteBuffer) {
        if let deflater {
            deflater.appendMessage(opcode, body, key: .random, to: &frame)
        } else {
            FrameWriter.append(opcode, body, key: .random, to: &frame)
        }
    }

    // MARK: - The opening handshake

    private static func upgrade(
        _ channel: Channel, _ request: WebSocketUpgradeRequest
    ) throws(ClientError) -> WebSocketAgreement {
        var bytes = ByteBuffer()
        request.encode(into: &bytes)
        try channel.write(bytes.bytes)
        let response = try HTTPConnection(channel).response()
        do throws(WebSocketUpgradeFault) {
            return try request.check(response)
        } catch .refused {
            throw .refused(response)
        } catch {
            throw .badUpgrade(error)
        }
    }

    private static func deflate(
        _ agreement: WebSocketAgreement, _ offer: DeflateOffer?
    ) throws(ClientError) -> DeflateParameters? {
        guard let offer, let extensions = agreement.extensions else { return nil }
        do throws(ExtensionError) {
            return try offer.accept(extensions)
        } catch {
            throw .badExtensions(error)
        }
    }
}

extension MaskingKey {
    /// From the system's source, which no page's script can foresee (RFC 6455 §5.3).
    fileprivate static var random: MaskingKey { MaskingKey(.random(in: .min ... .max)) }
}
